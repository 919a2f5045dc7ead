# Sourced by harness.sh: what job_submit.lua costs slurmctld, and how many jobs a second it takes.

# Without a plugin, with one that does nothing, and with that of config, one after another in each round: what else the machine does
# falls on all of them, and only adds. People submit held jobs, so that nothing else is measured; and what is counted is the
# time that processors spent in slurmctld, which waits for nobody. Threads that wait for each other's locks are woken by processors,
# too: what the plugin itself takes is seen where it is asked a hundred times for each job. GPUs have their type from the start: what
# slurmctld does with a type, which limits by type need, is no cost of the plugin.
ROUNDS=5 SUBMISSIONS=4000 TIMES=100
measure_submissions() {
  local PROMISE=submissions
  local team partition gres type kind once
  local -A all=() rates=()
  [ -e "$RW/etc/job_submit.lua" ] || { note "the environment has no slurm.submit: there is nothing to compare"; return; }
  inside perl -MSlurm -e 1 2>/dev/null || { fail "submissions are sent by Slurm's interface for Perl: apt-get install --no-install-recommends libslurm-perl"; return; }
  IFS=$'\t' read -r team partition gres < <(awk -F'\t' '$1 == "partition-time" { print $2 "\t" $3 "\t" $4; exit }' "$RW/etc/promises")
  [ -n "$team" ] || { note "no team may use a partition: there is nobody to submit"; return; }
  join_team "$team" || { fail "$USER_NAME joins $team"; return; }
  # a person may submit as many as are sent
  inside sacctmgr -i modify qos set MaxSubmitJobsPerUser=-1 MaxSubmitJobsPerAccount=-1 >/dev/null 2>&1
  cp "$HERE/submit-jobs.pl" "$RW/submit-jobs.pl"
  # how a client writes it hangs on the release
  type=$(type_in "$partition")
  if [[ $gres == --gpus* ]]; then gres=$(form_of "gres/gpu${type:+:$type}:1" "gres:gpu${type:+:$type}:1"); else gres=-; fi
  [ -n "$gres" ] || { fail "submissions: slurmctld takes no job with a GPU: $(said)"; return; }
  cp "$RW/etc/job_submit.lua" "$RW/job_submit.config"
  kill_controller TERM
  cp -a "$RW/state" "$RW/state.empty"
  for _ in $(seq "$ROUNDS"); do
    for kind in none empty config many; do
      start_with "$kind" || { fail "slurmctld starts with another job_submit.lua: $kind"; return; }
      submissions "$kind" || return
      kill_controller KILL
    done
  done
  for kind in none empty config many; do
    # shellcheck disable=SC2086
    pass "submissions: $kind: $(median ${all[$kind]}) µs of a processor each, $(median ${rates[$kind]}) jobs a second (${all[$kind]# }; ${rates[$kind]# })"
  done
  # shellcheck disable=SC2086
  once=$(awk -v many="$(median ${all[many]})" -v config="$(median ${all[config]})" -v none="$(median ${all[none]})" -v times="$TIMES" \
    'BEGIN { once = (many - config) / (times - 1); printf "%.1f µs, %.1f %% of a submission without it %d", once, once / none * 100, once * 10 <= none }')
  if [ "${once##* }" = 1 ]; then pass "submissions: the plugin itself takes ${once% *}"; else fail "submissions: the plugin itself takes ${once% *}: a tenth is promised"; fi
}
# Of the first node with GPUs whose jobs go to a partition.
type_in() {
  local group gpus type _
  while IFS=$'\t' read -r _ group _ _ gpus type _; do
    if [ "$gpus" -gt 0 ] && [ "$(partition_of "$group")" = "$1" ]; then echo "$type"; return; fi
  done <"$RW/etc/nodes"
}
# What a client writes of a GPU: the first of the forms with which a job is taken.
form_of() {
  local form taken
  for form in "$@"; do
    read -r taken _ < <(inside perl "$W/submit-jobs.pl" 1 1 "$USER_ID" "$team" "$partition" "$form" "$(cat "$RW/slurmctld.pid")" 2>"$RW/person.err")
    if [ "${taken:-0}" = 1 ]; then echo "$form"; break; fi
  done
  cancel_person
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
    many)
      # before its last line, which hands the functions over
      sed '$d' "$RW/job_submit.config" >"$RW/etc/job_submit.lua"
      printf '%s\n' 'local once = slurm_job_submit' "function slurm_job_submit(...) local result for _ = 1, $TIMES do result = once(...) end return result end" 'return slurm.SUCCESS' >>"$RW/etc/job_submit.lua"
      ;;
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
