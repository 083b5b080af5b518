"""Web server of a studio: the page, its assets, and the connections of the viewers."""
