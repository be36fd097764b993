"""Further pages of a site, read by selectors or by what was learned from its other pages."""
