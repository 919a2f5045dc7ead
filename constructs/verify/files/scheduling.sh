# shellcheck shell=bash
# values:
__low=scavenger # QOS that gives way.
__high=standard # QOS that it gives way to.
__gpus=8 # Of a node; 0 is none.
__patience=600 # Longest wait for a job to give way, s: its grace, and some.
# end of values
# Beside the controller. One idle node is reserved for the user of this script alone: a reservation is refused where a job is on it,
# and Slurm starts nobody else's there. All that happens, happens to jobs of this name on this node; in the end nothing of it is left.
node=$RAILYARD_NODE
partition=$RAILYARD_PARTITION
name=railyard-verify-$RAILYARD_RUN
gpus=$__gpus
patience=$__patience
closed=0
finish() {
  scancel --quiet --me --name="$name" 2>/dev/null
  [ "$closed" = 0 ] || scontrol update "nodename=$node" state=resume 2>/dev/null
  for _ in 1 2 3 4 5 6; do
    scontrol delete "reservation=$name" 2>/dev/null && break
    sleep 5
  done
}
trap finish EXIT
scontrol show config | sed -nE 's/^(PreemptType|PreemptMode|AccountingStorageEnforce|PriorityType) += (.*)$/config \1=\2/p'
sacctmgr -nP show qos format=Name,Priority,Preempt,GrpTRES,Flags 2>/dev/null | sed 's/^/qos /'
scontrol show partition --oneliner | sed -nE 's/^PartitionName=([^ ]+).* State=([^ ]+).* TotalNodes=([0-9]+).*/partition \1=\2 \3/p'
if ! text=$(scontrol create reservation "ReservationName=$name" StartTime=now Duration=60 "Users=$(id -un)" "Nodes=$node" 2>&1); then
  echo "refused=reservation: $(head -n 1 <<<"$text")"
  exit 0
fi
submit() { # QOS; the number of the job, or why there is none
  local each=()
  [ "$gpus" = 0 ] || each=("--gpus-per-node=$gpus")
  sbatch --parsable "--reservation=$name" "--partition=$partition" "--job-name=$name" "--qos=$1" --nodes=1 --exclusive --requeue \
    --time=30 --output=/dev/null --chdir=/ "${each[@]}" --wrap 'exec sleep 1500' 2>&1 | tail -n 1 | cut -d';' -f1
}
state() { scontrol show job "$1" --oneliner 2>/dev/null | sed -nE 's/.* JobState=([A-Z_]+).*/\1/p'; }
restarts() { scontrol show job "$1" --oneliner 2>/dev/null | sed -nE 's/.* Restarts=([0-9]+).*/\1/p'; }
runs() { # job, longest wait
  local until=$((SECONDS + $2))
  until [ "$(state "$1")" = RUNNING ]; do
    [ "$SECONDS" -lt "$until" ] || return 1
    sleep 1
  done
}
accepted() { [[ $1 =~ ^[0-9]+$ ]] || { echo "refused=job: $1"; exit 0; }; }
low=$(submit $__low)
accepted "$low"
runs "$low" 120 || { echo "refused=job: $(squeue --noheader --jobs="$low" --format=%R) after 120 s on an idle node"; exit 0; }
began=$SECONDS
high=$(submit $__high)
accepted "$high"
runs "$high" "$patience" || true
echo "preempted low=$(state "$low") restarts=$(restarts "$low") high=$(state "$high") seconds=$((SECONDS - began))"
closed=1
scontrol update "nodename=$node" state=drain "reason=railyard verify: a trial, for seconds" 2>&1
scancel --quiet "$low" 2>/dev/null
third=$(submit $__low)
accepted "$third"
sleep 8
echo "drained running=$(state "$high") waiting=$(state "$third") node=$(sinfo --noheader --nodes="$node" --format=%T | head -n 1)"
