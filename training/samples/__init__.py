"""Where samples under `data/` came from, as scripts that make them again."""
