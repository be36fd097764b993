"""The work itself: pure functions of plain values, without HTTP and without JSON."""
