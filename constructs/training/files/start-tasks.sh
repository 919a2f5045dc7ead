# shellcheck shell=bash disable=SC2154
# values:
__each=8 # Tasks of a node.
# end of values
# One task of Slurm for each process; they know their ranks from it.
# insert: program
# insert: how
"$launch" "${how[@]}" --ntasks-per-node=$__each "${container[@]}" "${inside[@]}" "${program[@]}" &
