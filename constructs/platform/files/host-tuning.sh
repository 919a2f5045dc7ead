#!/bin/bash
# shellcheck disable=SC2154,SC2016
# Runs in a pod that shares the processes of its node. Sets the profile on the node while no job is on it, and looks again each
# minute: a boot sets values back. A node that lacks a setting is cordoned meanwhile, so that no new job begins there; none is ended.
# values:
__proc=/proc # Processes of the node.
__pause=60 # Seconds between two looks.
__looks=0 # How often it looks; 0 for ever.
__gate=cordon # Whether a node that lacks a setting is cordoned: cordon or none.
__mark=railyard.dev/untuned # Annotation of a node that this script has cordoned.
__ready=/run/host-tuning/tuned # File that is there while every setting is as wanted.
__held=host-tuning-gpu-held # ConfigMap with the nodes of the pool that are held.
__namespace=kube-system # Where it is.
__room=1 # How many nodes may be held at one time.
# end of values
set -uo pipefail
# insert: program
node() { nsenter --target 1 --mount --uts --ipc --net -- "$@"; }
said=
tell() {
  if [ "$said" != "$*" ]; then echo "$(date --utc +%FT%TZ) $*"; fi
  said=$*
}
# Why the node is in use; nothing where it is not. What cannot be told counts as in use.
busy() {
  local process name pids
  for process in "${__proc}"/[0-9]*; do
    [ -r "$process/comm" ] || continue
    read -r name < "$process/comm" || continue
    [ "$name" = slurmstepd ] || continue
    # one is there for ever and holds the cgroup
    name=$(tr '\0' ' ' < "$process/cmdline")
    if [[ $name = *\[* ]]; then echo "a step of Slurm runs (${name% })"; return; fi
  done
  if node test -e /dev/nvidiactl; then
    pids=$(node nvidia-smi --query-compute-apps=pid --format=csv,noheader 2> /dev/null) ||
      pids=$(node chroot /run/nvidia/driver nvidia-smi --query-compute-apps=pid --format=csv,noheader 2> /dev/null) ||
      { echo "nvidia-smi does not tell what uses the GPUs"; return; }
    if [[ $pids =~ [0-9] ]]; then echo "programs use the GPUs"; return; fi
  fi
}
# Enters the node into the list of those that are held, where there is room: $1 places. Whoever reads the list and writes it after
# somebody else is refused, and reads again. A node that the cluster has no more holds no place.
enter() {
  local list version names name there gone left pause=${__pause}
  for _ in 1 2 3 4 5; do
    list=$(kubectl get configmap ${__held} --namespace ${__namespace} -o go-template='{{.metadata.resourceVersion}}{{range $node, $_ := .data}} {{$node}}{{end}}') || return 1
    read -r version names <<< "$list"
    [[ " $names " != *" $NODE "* ]] || return 0
    read -ra names <<< "$names"
    gone=
    left=${#names[@]}
    if [ "$left" -ge "$1" ]; then
      there=$(kubectl get node "${names[@]}" --ignore-not-found -o name) || return 1
      for name in "${names[@]}"; do
        grep -qx "node/$name" <<< "$there" || { gone+="\"$name\":null,"; left=$((left - 1)); }
      done
      [ "$left" -lt "$1" ] || return 1
    fi
    kubectl patch configmap ${__held} --namespace ${__namespace} --type merge --patch \
      "{\"metadata\":{\"resourceVersion\":\"$version\"},\"data\":{$gone\"$NODE\":\"held\"}}" > /dev/null 2>&1 && return 0
    sleep $((RANDOM % (pause / 20 + 1)))
  done
  return 1
}
# Gives the place back. A daemon that has begun anew knows not whether it has one.
placed=unknown
leave() {
  [ "$placed" != no ] || return 0
  kubectl patch configmap ${__held} --namespace ${__namespace} --type merge --patch "{\"data\":{\"$NODE\":null}}" > /dev/null && placed=no
}
# Cordons the node, so that Kubernetes and the operator of Slurm start nothing new on it. A node that somebody else has cordoned is
# theirs. Fails where as many are held as may be: $1 is why this one is in use, and one place of several is for those that are not.
hold() {
  rm -f ${__ready}
  [ ${__gate} = cordon ] || return 0
  local places=${__room}
  if [ -n "$1" ] && [ "$places" -gt 1 ]; then places=$((places - 1)); fi
  local state
  state=$(kubectl get node "$NODE" -o go-template='{{.spec.unschedulable}}|{{with .metadata.annotations}}{{with index . "${__mark}"}}{{.}}{{end}}{{end}}') || return 0
  case $state in
    "true|") ;; # theirs
    "true|"*) enter "$places" && placed=yes ;; # held already, by a daemon before this one too
    *)
      enter "$places" || return 1
      placed=yes
      kubectl annotate node "$NODE" ${__mark}=true --overwrite > /dev/null || return 0
      kubectl cordon "$NODE" > /dev/null || return 0
      ;;
  esac
  return 0
}
# Takes the cordon away that this script has made, and no other.
free() {
  local mark
  if [ ${__gate} = cordon ]; then
    mark=$(kubectl get node "$NODE" -o go-template='{{with .metadata.annotations}}{{with index . "${__mark}"}}{{.}}{{end}}{{end}}') || return 0
    if [ -n "$mark" ]; then
      kubectl uncordon "$NODE" > /dev/null && kubectl annotate node "$NODE" ${__mark}- > /dev/null || return 0
    fi
    leave
  fi
  : > ${__ready}
}
look=0
while true; do
  node bash -c "$program" railyard-tuning look > /dev/null 2>&1
  case $? in
    0)
      tell "every setting is as wanted"
      free
      ;;
    *)
      reason=$(busy)
      if ! hold "$reason"; then
        tell "waits for its turn: as many nodes are held as may be (kubectl get configmap ${__held} --namespace ${__namespace})"
      elif [ -n "$reason" ]; then
        tell "waits: $reason"
      elif node bash -c "$program" railyard-tuning; then
        tell "every setting is as wanted"
        free
      else
        tell "some settings could not be made: see above"
      fi
      ;;
  esac
  look=$((look + 1))
  [ "$look" != $__looks ] || exit 0
  sleep $__pause
done
