"""Digests of the shipped word lists; written by ``training/profanity_lists.py``."""

SHA256 = {
    "ambiguous.txt": "d3503da52cf83c266d079e27e7c1703271e67a8718f295c5d0b7a66e2452729c",
    "function_words.txt": "0d4fdbe13e89e2ef2c0e76033b0598d4135cf0d98fd39c0f15bd6b1c904cb85b",
    "innocents.txt": "4752e81d2298a16e5d853e142d4b00142e4a82b17abc842ff74ea51cb1f2e4f6",
    "words.tsv": "27a7726b89fb0e38d7de85f511d1bbfe016ec63105b027b416277e7106164dc9",
}
