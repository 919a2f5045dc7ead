# shellcheck shell=bash
# values:
__scratch=/scratch # Space on NVMe that is a job's own.
# end of values
# What a job has set itself stays. Apptainer makes the folder of the cache, each user one.
[ -n "${APPTAINER_CACHEDIR:-}" ] || echo "export APPTAINER_CACHEDIR=${__scratch}/apptainer-$(id -u)"
[ -n "${APPTAINER_TMPDIR:-}" ] || echo "export APPTAINER_TMPDIR=${__scratch}"
# Without FUSE an image is unpacked for each task, and takes longer to start.
[ -n "${APPTAINER_UNSQUASH:-}" ] || [ -w "${RAILYARD_FUSE:-/dev/fuse}" ] || echo "export APPTAINER_UNSQUASH=1"
