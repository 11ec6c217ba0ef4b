"""`python -m eval_core.cli`, where the script `parvis` is not on the path."""

from eval_core.cli import main

main()
