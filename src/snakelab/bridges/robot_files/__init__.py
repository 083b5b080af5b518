"""Robot files of other tools: import with a report, export, conversion of trees of bodies to chains, joint tables."""
