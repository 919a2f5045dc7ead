# shellcheck shell=bash
# values:
__archive=s3://bucket/profiles/ # Of the environment.
# end of values
# Where profiles of the task are archived, unless the job says it itself.
[ -n "${RAILYARD_PROFILE_ARCHIVE:-}" ] || echo "export RAILYARD_PROFILE_ARCHIVE="$__archive
