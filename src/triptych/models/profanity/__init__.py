"""The shipped word lists of the profanity engine; see README.md beside this file."""
