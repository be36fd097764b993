"""What the engines read in texts: sentences, languages, words and their spelling."""
