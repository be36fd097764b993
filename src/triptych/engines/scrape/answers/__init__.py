"""What is given for a prompt: one value, all of a set, or nothing."""
