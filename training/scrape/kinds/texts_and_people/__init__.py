"""Articles, people, places and works."""
