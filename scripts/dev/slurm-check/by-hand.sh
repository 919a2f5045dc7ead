# Sourced by harness.sh: what administrators do with sacctmgr, without a deployment, before config comes again.

asks_by_hand() { [ -z "${RAILYARD_FROM:-}" ] && case ${RAILYARD_ONLY:-} in "" | promises) grep -q '^account' "$RW/etc/promises" ;; *) false ;; esac; }
set_by_hand() {
  IFS=$'\t' read -r _ hand_team _ hand_qos _ < <(grep '^account' "$RW/etc/promises")
  {
    inside sacctmgr -i add account handmade
    inside sacctmgr -i add user visitor account=handmade
    inside sacctmgr -i add user visitor account="$hand_team"
    inside sacctmgr -i add coordinator account="$hand_team" name=visitor
    inside sacctmgr -i add qos handmade
    inside sacctmgr -i modify account where name="$hand_team" set qos+=handmade
    inside sacctmgr -i modify qos where name="$hand_qos" set MaxSubmitJobsPerAccount=4321
  } >"$RW/hand.out" 2>&1
}
check_by_hand() {
  local PROMISE=by-hand
  WHY=$(tail -n 3 "$RW/hand.out")
  try "an account that is set up by hand stays, with its people" is_in visitor handmade
  WHY=$(query sacctmgr -n -P list associations where account="$hand_team" format=user,qos 2>/dev/null | grep '^|')
  try "$hand_team keeps a QOS that it was given by hand" grep -qE '[|,]handmade(,|$)' <<<"$WHY"
  WHY=$(query sacctmgr -n -P list qos where name="$hand_qos" format=MaxSubmitPA 2>/dev/null)
  try "$hand_qos keeps a limit that was set by hand" test "$WHY" = 4321
  if grep -q '^tell_gone remove' "$RW/etc/accounts.sh"; then
    try "who is in $hand_team by hand is removed, as prune says" gone_from_team
  else
    try "who is in $hand_team by hand stays, with their rights" stays_in_team
  fi
  {
    inside sacctmgr -i modify qos where name="$hand_qos" set MaxSubmitJobsPerAccount=-1
    inside sacctmgr -i modify account where name="$hand_team" set qos-=handmade
    inside sacctmgr -i remove user where name=visitor
    inside sacctmgr -i remove account where name=handmade
    inside sacctmgr -i remove qos where name=handmade
  } >>"$RW/hand.out" 2>&1
}
coordinates_team() { query sacctmgr -n -P list account where name="$hand_team" withcoord format=coordinators 2>/dev/null | tr ',' '\n' | grep -qx visitor; }
stays_in_team() { is_in visitor "$hand_team" && coordinates_team; }
gone_from_team() { ! is_in visitor "$hand_team" && ! coordinates_team; }
