"""How well candidates fit a prompt: a shortlist first, and an encoder that reads the rest."""
