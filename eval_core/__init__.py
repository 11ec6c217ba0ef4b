"""Parvis: pairwise fluency evaluation. The library under the dashboard and the command line."""

__version__ = "0.3.0"
