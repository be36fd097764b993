"""Digests of the shipped word lists; written by ``training/profanity_lists.py``."""

SHA256 = {
    "ambiguous.txt": "1716c2d4f45444a57c1312db4b76e96a29a5dc030ca9793c4b82127b14f011c8",
    "function_words.txt": "0d4fdbe13e89e2ef2c0e76033b0598d4135cf0d98fd39c0f15bd6b1c904cb85b",
    "innocents.txt": "b1f1ec2f383f056e9b93c3532d54ba37ac762959e8146f4cb6e6e7af40d6740d",
    "ordinary.txt": "ceeb5cfd3461fc4a11453815a40140ebb8b69a40a493a4bc0bd2669bc240c053",
    "words.tsv": "026d472ac9f952f51b5a19f66a33e7615ea969f11b91b363a927c85daaaec562",
}
