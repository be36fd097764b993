"""How the spam engine's weights are made."""
