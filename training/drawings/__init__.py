"""How the library of drawings was made."""
