# shellcheck shell=bash
# shellcheck disable=SC2015
# values:
__tag=railyard-retention # Key of the tag.
# end of values

put_tag() { # bucket key value
  aws s3api put-object-tagging --bucket "$1" --key "$2" --tagging "TagSet=[{Key=${__tag},Value=$3}]"
}

# Tags many objects, some at a time; fails when one failed.
put_tags() { # bucket value keys...
  local bucket=$1 value=$2 key pid pids=() bad=0
  shift 2
  for key in "$@" ""; do
    [ -n "$key" ] && { put_tag "$bucket" "$key" "$value" & pids+=($!); }
    [ -n "$key" ] && [ "${#pids[@]}" -lt 16 ] && continue
    for pid in "${pids[@]}"; do wait "$pid" || bad=1; done
    pids=()
  done
  return "$bad"
}

tag_checkpoint() { # bucket folder last-key value
  local modified key keys=()
  if [ "$DRY_RUN" = 1 ]; then
    echo "would tag $4 $2"
    return
  fi
  while IFS=$'\t' read -r modified key; do
    [[ $key == "$2"* && $key != "$3" ]] && keys+=("$key")
  done <"$WORK/objects"
  if [ "$4" = superseded ]; then
    put_tag "$1" "$3" "$4" && put_tags "$1" "$4" "${keys[@]}"
  else
    put_tags "$1" "$4" "${keys[@]}" && put_tag "$1" "$3" "$4"
  fi && echo "tagged $4 $2" || fail "could not tag all of s3://$1/$2"
}

tag_run() { # bucket run keep-last keep-every
  local bucket=$1 run=$2 every=$4 limit modified key rest name i number oldest want has whole=0
  local names=() numbers=() newest=() last=() held=() settled=()
  local -A unfinished=()
  limit=$(date -u -d "-$GRACE_MINUTES minutes" +%Y-%m-%dT%H:%M:%S)
  list_objects "$bucket" "$run" 'Contents[].[LastModified,Key]' >"$WORK/objects" || return
  while IFS=$'\t' read -r modified key; do
    [[ $key == "$run"?* ]] || continue
    rest=${key#"$run"}
    [ "$rest" = "$KEEP_FILE" ] && whole=1
    [[ $rest == */* ]] || continue
    name=${rest%%/*}
    if [ "${#names[@]}" -eq 0 ] || [ "${names[-1]}" != "$name" ]; then
      number_of "$name" || continue
      names+=("$name") numbers+=("$REPLY") newest+=("") last+=("") held+=(0)
    fi
    last[-1]=$key
    [[ $modified > ${newest[-1]} ]] && newest[-1]=${modified:0:19}
    [ "$rest" = "$name/$KEEP_FILE" ] && held[-1]=1
  done <"$WORK/objects"
  for i in "${!names[@]}"; do [[ ${newest[i]} < $limit ]] || unfinished[${numbers[i]}]=1; done
  for number in "${numbers[@]}"; do
    [ -n "${unfinished[$number]:-}" ] || settled+=("$number")
  done
  oldest_kept "$3" "${settled[@]}"
  oldest=$REPLY
  for i in "${!names[@]}"; do
    number=${numbers[i]}
    [[ ${newest[i]} < $limit ]] || continue
    if ((whole || held[i] || number >= oldest)); then
      want=latest
    elif divides "$every" "$number"; then
      want=periodic
    else
      want=superseded
    fi
    has=$(aws s3api get-object-tagging --bucket "$bucket" --key "${last[i]}" \
      --query "TagSet[?Key=='${__tag}'].Value | [0]" --output text) || {
      fail "cannot read the tags of s3://$bucket/${last[i]}"
      continue
    }
    [ "$has" = milestone ] || [ "$has" = "$want" ] && continue
    # no tag, and that of a periodic one, keep it as well
    [ "$want" = latest ] && [ "$has" != superseded ] && continue
    tag_checkpoint "$bucket" "$run${names[i]}/" "${last[i]}" "$want"
  done
}

list_objects() { # bucket prefix query [option...]
  aws s3api list-objects-v2 --bucket "$1" --prefix "$2" --query "$3" --output text "${@:4}" ||
    { fail "cannot list s3://$1/$2"; return 1; }
}

tag_objects() { # bucket prefix keep-last keep-every
  local run runs
  list_objects "$1" "$2" 'CommonPrefixes[].[Prefix]' --delimiter / >"$WORK/runs" || return
  mapfile -t runs <"$WORK/runs"
  for run in "${runs[@]}"; do
    [[ $run == "$2"?*/ && $run != "$2".* ]] && tag_run "$1" "$run" "$3" "$4"
  done
}
