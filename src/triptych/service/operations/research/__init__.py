"""Deep research: search, read, search for what is missing, write, and tell of it meanwhile."""
