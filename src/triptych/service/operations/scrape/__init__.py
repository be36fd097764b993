"""AI scrape: read a page, drawn by a browser where it needs one, and say what is on it."""
