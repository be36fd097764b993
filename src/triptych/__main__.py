"""`python -m triptych`: the command `triptych`, where its folder is not on the path."""

from triptych.cli import main

main()
