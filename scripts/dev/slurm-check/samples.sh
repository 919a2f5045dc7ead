# Sourced by harness.sh: the jobs that `railyard examples` writes, run with stand-ins for what needs GPUs and images.

# How many of the nodes that a sample asks for this machine has.
nodes_of_sample() { # file
  local group wanted have
  group=$(sed -nE 's/^#SBATCH --constraint=//p' "$1")
  wanted=$(sed -nE 's/^#SBATCH --nodes=//p' "$1")
  have=$(awk -F'\t' -v group="$group" '$2 == group' "$RW/etc/nodes" | wc -l)
  echo $((wanted < have ? wanted : have))
}
states_of_job() { query scontrol show job "$1" -o 2>/dev/null | sed -nE 's/.* JobState=([A-Z_]+).*/\1/p' | sort -u | paste -sd,; }
has_ended() { case $(states_of_job "$1") in *PENDING* | *RUNNING* | *COMPLETING* | *REQUEUED* | "") return 1 ;; esac; }
run_sample() { # name: prints the number of its job
  local file=$RW/etc/sample-$1
  inside env RAILYARD_SRUN="$W/etc/railyard-srun" RAILYARD_CHECKPOINTS="$W/checkpoints" \
    sbatch --parsable -D / -o "$W/sample.$1.out" -N "$(nodes_of_sample "$file")" "$W/etc/sample-$1" 2>"$RW/sbatch.err" | cut -d';' -f1
}

# All of them wait in the queue together: each is judged by what becomes of it.
check_samples() {
  local PROMISE=samples
  local file name order=()
  local -A ids=() words=()
  for file in "$RW"/etc/sample-*.sbatch; do
    [ -e "$file" ] || continue
    name=${file##*/sample-}
    ids[$name]=$(run_sample "$name")
    words[$name]=$(head -n 1 "$RW/sbatch.err")
    # others wait for the nodes of what ends when it is told to
    if [ "$name" = pytorch.sbatch ]; then order=("$name" "${order[@]}"); else order+=("$name"); fi
  done
  for name in "${order[@]}"; do
    if [ -z "${ids[$name]}" ]; then fail "sample $name is taken: ${words[$name]}"; continue; fi
    [ "$name" != pytorch.sbatch ] || check_requeue "${ids[$name]}"
    within 300 has_ended "${ids[$name]}"
    if [ "$(states_of_job "${ids[$name]}")" = COMPLETED ]; then pass "sample $name runs to its end"; else fail "sample $name: $(states_of_job "${ids[$name]}") $(tail -n 2 "$RW/sample.$name.out" 2>/dev/null | paste -sd';')"; fi
  done
  cancel_all
  check_interactive
  check_training
}

# Its end comes near: it writes a checkpoint, goes back to the queue, and starts from it.
check_requeue() { # number of the job
  if ! within 180 test -e "$RW/checkpoints/pytorch/started.0"; then
    fail "sample pytorch.sbatch starts to train: $(state_of "$1") $(tail -n 2 "$RW/sample.pytorch.sbatch.out" 2>/dev/null | paste -sd';')"
    return
  fi
  within 60 query scancel --batch --signal=USR1 "$1" 2>/dev/null
  requeued_once() { [[ $(query scontrol show job "$1" -o 2>/dev/null) == *" Restarts=1 "* ]]; }
  if within 180 requeued_once "$1"; then pass "sample pytorch.sbatch goes back to the queue when its end comes near"; else fail "sample pytorch.sbatch does not go back to the queue: $(state_of "$1")"; return; fi
  if [ -s "$RW/checkpoints/pytorch/last.pt" ]; then pass "it has written a checkpoint before"; else fail "sample pytorch.sbatch goes back without a checkpoint"; fi
  # Slurm keeps it back for two minutes, until credentials of its first run have expired; what is needed is that nothing of that run
  # is left, whose end would be taken for the end of the second one
  may_start() { [[ $(state_of "$1") == PENDING* ]] && ! pgrep -f "slurmstepd: \\[$1[.]|/job0*$1/slurm_script" >/dev/null; }
  begin() { [[ $(state_of "$1") == RUNNING* ]] || inside scontrol update jobid="$1" starttime=now+5 2>/dev/null; }
  within 130 may_start "$1" && within 60 begin "$1"
  if within 180 test -e "$RW/checkpoints/pytorch/resumed.0"; then pass "it starts from the checkpoint"; else fail "sample pytorch.sbatch does not start from its checkpoint: $(state_of "$1")"; fi
}

check_interactive() {
  local output
  [ -e "$RW/etc/sample-interactive.sh" ] || return 0
  output=$(inside timeout 180 script -qec "env SHELL=/bin/hostname bash $W/etc/sample-interactive.sh" /dev/null 2>&1 </dev/null)
  if [ $? = 0 ] && [ -n "$output" ]; then pass "sample interactive.sh has a terminal on a node"; else fail "sample interactive.sh: $(paste -sd';' <<<"$output")"; fi
  cancel_all
}

# Reference jobs of training: each fits the nodes of the environment, and those of the first one run with stand-ins for Python.
check_training() {
  local file name output id
  local -A ids=()
  for file in "$RW"/etc/training-*.sbatch; do
    [ -e "$file" ] || continue
    name=${file##*/training-}
    if output=$(inside sbatch --test-only -D / -N "$(nodes_of_sample "$file")" "$W/etc/training-$name" 2>&1); then
      pass "training $name fits: $(sed -nE 's/.*(using .*)/\1/p' <<<"$output" | head -n 1)"
    else
      fail "training $name is not taken: $(head -n 1 <<<"$output")"
    fi
    [ -z "${RAILYARD_ASKED_ELSEWHERE:-}" ] || continue
    # its agents meet at a node by its name, and nodes have none here
    [ "$name" != elastic.sbatch ] || { unknown "training elastic.sbatch: nodes of this machine have no names of their own, so that it does not run"; continue; }
    # what stands for torchrun is done where it finds a checkpoint
    mkdir -p "$RW/checkpoints/${name%.sbatch}"
    : >"$RW/checkpoints/${name%.sbatch}/last.pt"
    # what tells of drift would ask for its next run tomorrow
    ids[$name]=$(inside env RAILYARD_SRUN="$W/etc/railyard-srun" RAILYARD_CHECKPOINTS="$W/checkpoints" DRIFT_ONCE=1 \
      sbatch --parsable -D / -o "$W/training.$name.out" -N "$(nodes_of_sample "$file")" "$W/etc/training-$name" 2>"$RW/sbatch.err" | cut -d';' -f1)
    [ -n "${ids[$name]}" ] || fail "training $name is taken: $(head -n 1 "$RW/sbatch.err")"
  done
  for name in "${!ids[@]}"; do
    id=${ids[$name]}
    [ -n "$id" ] || continue
    within 300 has_ended "$id"
    if [ "$(states_of_job "$id")" = COMPLETED ] &&
      [ "$(grep -cE '^(python3|torchrun) ' "$RW/training.$name.out")" -ge "$(nodes_of_sample "$RW/etc/training-$name")" ]; then
      pass "training $name starts its program on each node, and runs to its end"
    else
      fail "training $name: $(states_of_job "$id") $(tail -n 2 "$RW/training.$name.out" 2>/dev/null | paste -sd';')"
    fi
  done
  cancel_all
}
