"""How the speaker encoder was converted."""
