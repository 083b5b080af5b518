"""Studio: a live simulation in the browser, which can be watched, changed and driven while it runs."""
