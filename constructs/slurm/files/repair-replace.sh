# shellcheck shell=bash disable=SC2016,SC2154
# Ends the machine of a node; who made it starts another.
replace() { # node, pool, who
  local claim id=${provider[$1]##*/} turn
  case $3 in
    karpenter)
      claim=$(kubectl get nodeclaims -o go-template='{{range .items}}{{.status.nodeName}}|{{.metadata.name}}{{"\n"}}{{end}}' | awk -F'|' -v node="$1" '$1 == node { print $2; exit }')
      [ -n "$claim" ] || { echo "no NodeClaim has it"; return 1; }
      kubectl delete nodeclaim "$claim" --wait=false 2>&1
      ;;
    group)
      [[ $id =~ ^i-[0-9a-f]+$ ]] || { echo "its provider id names no instance"; return 1; }
      rm -f "$orders/$id".*
      : >"$orders/$id.wanted"
      for turn in $(seq "${RAILYARD_ORDER_TURNS:-60}"); do
        [ ! -e "$orders/$id.done" ] || { echo "instance $id is ended"; return 0; }
        [ ! -e "$orders/$id.failed" ] || { cat "$orders/$id.failed"; return 1; }
        sleep 2
      done
      rm -f "$orders/$id.wanted"
      echo "nobody ended instance $id in $turn turns"
      return 1
      ;;
    *) echo "nobody replaces it"; return 1 ;;
  esac
}
