#!/bin/bash
# values:
__written="Written by railyard examples" # By this line a later run knows its own files.
# end of values
# ${__written}
# insert: options
set -euo pipefail
# insert: srun
