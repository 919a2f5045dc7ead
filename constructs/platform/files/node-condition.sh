# shellcheck shell=bash disable=SC2154
# values:
__condition=StartupChecks # Condition of the node.
# end of values
write() { # the condition that is there
  local now changed=
  [ "$1" != "$status $reason $message" ] || return 0
  now=$(date --utc +%FT%TZ)
  [ "${1%% *}" = "$status" ] || changed=",\"lastTransitionTime\":\"$now\""
  kubectl patch node "$NODE" --type strategic --subresource status --patch "{\"status\":{\"conditions\":[{\"type\":\"$__condition\",\"status\":\"$status\",\"reason\":\"$reason\",\"message\":\"$message\",\"lastHeartbeatTime\":\"$now\"$changed}]}}" >/dev/null
}
