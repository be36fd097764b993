"""How the documentation is built, at the root of the repository: `sphinx-build -W -c docs . site`.

The repository itself is the source: what lies elsewhere in it for other readers (tutorials, model
cards, the changelog) is shown from there, and the links between them work on the site too.
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
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "operation_pages",
    "python_pages",
]
root_doc = "docs/index"
include_patterns = [
    "docs/**.md",
    "notebooks/*.ipynb",
    "src/triptych/models/*/README.md",
    "data/README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
]
# Only so that these folders, some of them large, are not walked through.
exclude_patterns = [".*", "benchmarks", "binder", "build", "dist", "site", "tests", "training"]

# Tutorials are shown with the outputs that are committed; nbval runs them. A widget is not shown:
# its scripts would come from the network.
nb_execution_mode = "off"
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_merge_streams = True

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

# A name in backticks becomes a link where it is one of ours.
default_role = "py:obj"
napoleon_google_docstring = False
napoleon_preprocess_types = True
napoleon_use_ivar = True
napoleon_use_rtype = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"
# Pydantic's own.
autodoc_default_options = {"exclude-members": "model_config, model_post_init"}
python_maximum_signature_line_length = 84

html_theme = "furo"
html_title = f"Triptych {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
# Leads from the site's root to its first page.
html_extra_path = ["front"]
html_favicon = "_static/favicon.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
pygments_dark_style = "github-dark"
