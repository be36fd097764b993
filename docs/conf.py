"""Configuration of the documentation: `sphinx-build -W -c docs . site` in the repository's root.

The source folder is the repository, so that tutorials, model cards and the changelog are pages too,
and links between them work both here and on the site.
"""

from __future__ import annotations

import sys
from pathlib import Path

import triptych

# The extensions of this folder.
sys.path.insert(0, str(Path(__file__).parent))

project = "Triptych"
version = release = triptych.__version__

extensions = [
    "myst_nb",
    "sphinx_copybutton",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "operation_pages",
    "python_pages",
    "variables_table",
]
root_doc = "docs/index"
include_patterns = [
    "docs/**.md",
    "notebooks/*.ipynb",
    "src/triptych/models/*/README.md",
    "data/README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
]
# Only to save time: some of these folders are large.
exclude_patterns = [".*", "benchmarks", "binder", "build", "dist", "site", "tests", "training"]

# Tutorials are shown with their committed outputs; nbval runs them. Widgets are not shown, because
# their scripts would be loaded from the network.
nb_execution_mode = "off"
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_merge_streams = True

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

# A name in backticks becomes a link if it is one of ours.
default_role = "py:obj"
# The buttons copy what is typed, and not the prompts and the output.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
napoleon_google_docstring = False
napoleon_preprocess_types = True
napoleon_use_ivar = True
napoleon_use_rtype = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"
# Members that every pydantic model has.
autodoc_default_options = {"exclude-members": "model_config, model_post_init"}
python_maximum_signature_line_length = 84

html_theme = "furo"
html_title = f"Triptych {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
# Redirects from the site's root to its first page.
html_extra_path = ["front"]
html_favicon = "_static/favicon.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
pygments_dark_style = "github-dark"
