"""What is before an annotator where there is nothing to judge: letter, native screen, why not, the way back.

May import: the rest of annotate.
Tests: tests/pages/annotate.
"""
