#!/bin/bash
# shellcheck disable=SC2046
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
__about="one GPU" # What the shell has.
# end of values
# A shell on a node with ${__about}, from a login node: bash interactive.sh. It ends with the shell, or with its time.
# insert: srun
# ${__written}
