"""Plug-ins: parts with a heavy dependency or a life of their own. The core never imports them."""
