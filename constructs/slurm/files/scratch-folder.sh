# shellcheck shell=bash
# values:
__scratch=/scratch # Space of a node in which everybody may write.
__name=containers # What the folder of a user is called, before their id.
# end of values
# Roots of containers are run from: the folder is its user's before their first job, and nobody else takes it away or makes it.
if [ -n "${SLURM_JOB_UID:-}" ] && [ -d "$__scratch" ]; then
  [ -k "$__scratch" ] || chmod +t "$__scratch"
  own=$__scratch/$__name-$SLURM_JOB_UID
  if [ "$(stat -c '%u %F' "$own" 2>/dev/null)" != "$SLURM_JOB_UID directory" ]; then
    rm -rf "$own"
    mkdir -m 0700 "$own" && chown "$SLURM_JOB_UID" "$own"
  fi
fi
