"""How the detector's graph is made."""
