"""How the weights of AI scrape were made."""
