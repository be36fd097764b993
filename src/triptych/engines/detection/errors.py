"""What can be wrong with a detector's file."""


class DetectorFileError(ValueError):
    """The file is no detector that can be used; the message says what to do."""
