"""Games as data for learning: records, and flat tables of view, action and outcome (docs/export.md)."""
