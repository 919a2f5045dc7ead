#!/bin/bash
# values:
__topic=extra # What it sets up.
# end of values
set -euo pipefail
log() { logger --stderr --tag railyard-${__topic} -- "$*"; }
trap 'log "FAILED at line $LINENO: $BASH_COMMAND"' ERR
# insert: body
# shellcheck disable=SC1010
log done
