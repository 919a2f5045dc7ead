#!/usr/bin/env bash
# Serves what slurm_metrics.py finds: Python is in the image, whose supervisor is written in it.
exec python3 "$(dirname "${BASH_SOURCE[0]}")/slurm_metrics.py"
