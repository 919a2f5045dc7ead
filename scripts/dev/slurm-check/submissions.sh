# Sourced by harness.sh: what job_submit.lua costs slurmctld.

# Without a plugin, with one that does nothing, and with that of config, one after another in each round: what else the machine does
# falls on all of them, and only adds. People submit held jobs, so that nothing else is measured; and what is counted is the
# time that processors spent in slurmctld, which waits for nobody.
measure_submissions() {
  local team partition kind
  local -A all=()
  [ -e "$RW/etc/job_submit.lua" ] || { note "the environment has no slurm.submit: there is nothing to compare"; return; }
  team=$(awk -F'\t' '$1 == "no-time" { print $2; exit }' "$RW/etc/promises")
  partition=$(awk -F'\t' '$1 == "no-time" { print $3; exit }' "$RW/etc/promises")
  ask_for=$(awk -F'\t' '$1 == "no-time" { print $4; exit }' "$RW/etc/promises")
  join_team "$team" || { fail "$USER_NAME joins $team"; return; }
  cp "$RW/etc/job_submit.lua" "$RW/etc/job_submit.config"
  for _ in 1 2 3; do
    for kind in none empty config; do
      plugin "$kind" || { fail "slurmctld takes another job_submit.lua: $kind"; return; }
      all[$kind]+=" $(submissions)"
    done
  done
  # shellcheck disable=SC2086
  pass "of a submission slurmctld has $(least ${all[none]}) µs of a processor without a plugin (${all[none]# }), $(least ${all[empty]}) µs with an empty job_submit.lua (${all[empty]# }), and $(least ${all[config]}) µs with that of config (${all[config]# })"
}
least() { printf '%s\n' "$@" | sort -n | head -n 1; }
plugin() {
  sed -i '/^JobSubmitPlugins=/d' "$RW/etc/slurm.conf"
  case $1 in
    empty) printf '%s\n' 'function slurm_job_submit() return slurm.SUCCESS end' 'function slurm_job_modify() return slurm.SUCCESS end' 'return slurm.SUCCESS' >"$RW/etc/job_submit.lua" ;;
    config) cp "$RW/etc/job_submit.config" "$RW/etc/job_submit.lua" ;;
  esac
  [ "$1" = none ] || echo JobSubmitPlugins=lua >>"$RW/etc/slurm.conf"
  inside scontrol reconfigure >/dev/null 2>&1
  within 60 plugin_is "$1"
}
plugin_is() {
  local shown
  shown=$(inside scontrol show config 2>/dev/null | sed -nE 's/^JobSubmitPlugins *= *//p')
  if [ "$1" = none ]; then [ -n "$shown" ] && [ "$shown" != lua ]; else [ "$shown" = lua ]; fi
}
# Microseconds of the mean of five hundred, of all threads of slurmctld, those that have ended too.
SUBMISSIONS=500
submissions() {
  local before pid
  export -f by_person
  export ROOT W USER_ID USER_NAME
  # new releases start another one when they read their files again
  pid=$(cat "$RW/slurmctld.pid")
  before=$(ticks_of "$pid")
  seq "$SUBMISSIONS" | xargs -P 4 -I{} bash -c 'by_person sbatch -Q -H -D / -o /dev/null -A "$1" -p "$2" $3 -t 10 --wrap true >/dev/null 2>&1' - "$team" "$partition" "$ask_for" 2>/dev/null
  echo $((($(ticks_of "$pid") - before) * 1000000 / $(getconf CLK_TCK) / SUBMISSIONS))
  inside scancel --quiet -u "$USER_NAME" 2>/dev/null
  within 120 all_gone
}
ticks_of() { sed -E 's/.*\) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'; }
