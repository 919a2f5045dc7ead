# Sourced by harness.sh: what job_submit.lua costs slurmctld, and how many jobs a second it takes.

# Without a plugin, with one that does nothing, and with that of config, one after another in each round: what else the machine does
# falls on all of them, and only adds. People submit held jobs, so that nothing else is measured; and what is counted is the
# time that processors spent in slurmctld, which waits for nobody.
ROUNDS=5 SUBMISSIONS=4000
measure_submissions() {
  local PROMISE=submissions
  local team partition gres kind
  local -A all=() rates=()
  [ -e "$RW/etc/job_submit.lua" ] || { note "the environment has no slurm.submit: there is nothing to compare"; return; }
  inside perl -MSlurm -e 1 2>/dev/null || { fail "submissions are sent by Slurm's interface for Perl: apt-get install --no-install-recommends libslurm-perl"; return; }
  IFS=$'\t' read -r team partition gres < <(awk -F'\t' '$1 == "partition-time" { print $2 "\t" $3 "\t" ($4 ~ /^--gpus/ ? "gres/gpu:1" : "-"); exit }' "$RW/etc/promises")
  [ -n "$team" ] || { note "no team may use a partition: there is nobody to submit"; return; }
  join_team "$team" || { fail "$USER_NAME joins $team"; return; }
  # a person may submit as many as are sent
  inside sacctmgr -i modify qos set MaxSubmitJobsPerUser=-1 MaxSubmitJobsPerAccount=-1 >/dev/null 2>&1
  cp "$HERE/submit-jobs.pl" "$RW/submit-jobs.pl"
  cp "$RW/etc/job_submit.lua" "$RW/job_submit.config"
  kill_controller TERM
  cp -a "$RW/state" "$RW/state.empty"
  for _ in $(seq "$ROUNDS"); do
    for kind in none empty config; do
      start_with "$kind" || { fail "slurmctld starts with another job_submit.lua: $kind"; return; }
      submissions "$kind" || return
      kill_controller KILL
    done
  done
  for kind in none empty config; do
    # shellcheck disable=SC2086
    pass "submissions: $kind: $(median ${all[$kind]}) µs of a processor each, $(median ${rates[$kind]}) jobs a second (${all[$kind]# }; ${rates[$kind]# })"
  done
}
median() { printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"; }
# An empty queue each time: jobs that have ended stay in it for minutes, and Slurm hands all of it to Lua once a second.
start_with() { # what is loaded
  find "$RW/state" -mindepth 1 -delete
  cp -a "$RW/state.empty/." "$RW/state"
  sed -i '/^JobSubmitPlugins=/d' "$RW/etc/slurm.conf"
  case $1 in
    empty) printf '%s\n' 'function slurm_job_submit() return slurm.SUCCESS end' 'function slurm_job_modify() return slurm.SUCCESS end' 'return slurm.SUCCESS' >"$RW/etc/job_submit.lua" ;;
    config) cp "$RW/job_submit.config" "$RW/etc/job_submit.lua" ;;
  esac
  [ "$1" = none ] || echo JobSubmitPlugins=lua >>"$RW/etc/slurm.conf"
  start_controller
}
submissions() { # what is loaded
  local taken refused seconds processor words
  read -r taken refused seconds processor words < <(inside perl "$W/submit-jobs.pl" "$SUBMISSIONS" 8 "$USER_ID" "$team" "$partition" "$gres" \
    "$(cat "$RW/slurmctld.pid")" 2>"$RW/person.err")
  [ "${refused:-1}" = 0 ] || { fail "submissions: $1: ${refused:-all} jobs were refused: $words $(said)"; return 1; }
  all[$1]+=" $processor"
  rates[$1]+=" $(awk -v count="$taken" -v seconds="$seconds" 'BEGIN { printf "%d", count / seconds }')"
}
