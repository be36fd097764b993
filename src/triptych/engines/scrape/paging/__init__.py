"""Where a page is in its listing."""
