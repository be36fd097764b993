"""Digests of the shipped word lists; written by ``training/profanity_lists.py``."""

SHA256 = {
    "ambiguous.txt": "590dee59265cf709c4629904b3141d7611ad112570fbe521016fba86ce7ed741",
    "function_words.txt": "0d4fdbe13e89e2ef2c0e76033b0598d4135cf0d98fd39c0f15bd6b1c904cb85b",
    "innocents.txt": "9f4b285e6311809630577f9b1b75e9666b6f3c3e4afef12f7eb15af50ef351f7",
    "words.tsv": "27a7726b89fb0e38d7de85f511d1bbfe016ec63105b027b416277e7106164dc9",
}
