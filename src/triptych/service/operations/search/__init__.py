"""AI web search."""
