"""How the mini web was made."""
