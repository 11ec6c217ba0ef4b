"""One annotator as a case: who they are here, their measures next to the others', and their judgments to read.

May import: the rest of quality, and the rooms below it.
Tests: tests/services/quality.
"""
