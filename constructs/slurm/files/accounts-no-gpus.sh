# shellcheck shell=bash
# shellcheck disable=SC2154,SC2168
  if [[ $known != *"gres|gpu"* ]]; then
    local arg args=()
    for arg in "$@"; do
      arg=${arg//gres\/gpu=-1,/}
      arg=${arg//gres\/gpu=-1/}
      case $arg in *TRES= | *TRESPerJob=) ;; *) args+=("$arg") ;; esac
    done
    set -- "${args[@]}"
  fi
