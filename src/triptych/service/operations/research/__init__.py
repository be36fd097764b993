"""Deep research: search, read, search for what is missing, and write."""
