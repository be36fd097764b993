"""How the sentiment encoder is made."""
