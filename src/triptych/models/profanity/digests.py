"""Digests of the shipped word lists; written by ``training/profanity_lists.py``."""

SHA256 = {
    "ambiguous.txt": "b8def1c64cf8ebce971ef30cdcb5daaa95dbbabe5502ca676d1bb8273104e216",
    "function_words.txt": "0d4fdbe13e89e2ef2c0e76033b0598d4135cf0d98fd39c0f15bd6b1c904cb85b",
    "innocents.txt": "b1f1ec2f383f056e9b93c3532d54ba37ac762959e8146f4cb6e6e7af40d6740d",
    "ordinary.txt": "ceeb5cfd3461fc4a11453815a40140ebb8b69a40a493a4bc0bd2669bc240c053",
    "words.tsv": "d0455dc86051c70829187a297ec5539f608c5e20be6bd92aeb8c70228b32f496",
}
