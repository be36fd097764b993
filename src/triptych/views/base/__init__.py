"""What all views share: colours, numbers, HTML, figures."""
