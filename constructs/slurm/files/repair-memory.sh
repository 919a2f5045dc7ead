# shellcheck shell=bash disable=SC2154
# values:
__namespace=slurm # Of the ConfigMap with what is remembered.
__memory=node-repair # Its name.
__keep=1000 # Lines of the journal, of 500 letters at most: a ConfigMap holds 1 MiB.
# end of values
# Writes down what is remembered, and adds to the journal. @returns 1 where somebody else has written meanwhile
remember() { # memory, list, version; lines of the journal on standard input
  local stamp journal
  stamp=$(date --utc +%FT%TZ)
  journal=$({ columns journal; sed -n "s/^./$stamp &/p"; } | cut -c1-500 | tail -n "$__keep") || return 1
  printf '{"metadata":{"resourceVersion":"%s"},"data":{"memory":"%s","list":"%s","journal":"%s"}}' \
    "$3" "$(json_lines <<<"$1")" "$(json_lines <<<"$2")" "$(json_lines <<<"$journal")" |
    kubectl patch configmap "${__memory}" -n "${__namespace}" --type=merge --patch-file /dev/stdin >/dev/null
}

journal() { # lines "node: text"
  local version
  [ -n "$1" ] || return 0
  echo "$1"
  version=$(kubectl get configmap "${__memory}" -n "${__namespace}" -o go-template='{{.metadata.resourceVersion}}') || return 1
  remember "$2" "$3" "$version" <<<"$1"
}
