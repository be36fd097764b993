"""What all panels share: the form, the run, the result, and the controls of several."""
