"""Plotly figures from result objects: pure functions, no screen."""
