"""How the list of words was made that the spelling engine leaves alone."""
