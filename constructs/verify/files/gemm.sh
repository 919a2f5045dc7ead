# shellcheck shell=bash
# values:
__shape=2048x2048x2048 # Rows, columns and the dimension between.
__seconds=30 # How long GPUs compute.
__batch=100 # Products between two looks at the clock.
# end of values
# insert: head
python3 gemm.py --shape=$__shape --seconds=$__seconds --batch=$__batch 2>&1 || true
