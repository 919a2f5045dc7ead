# shellcheck shell=bash
# shellcheck disable=SC2015
# values:
__home_files=".railyard-homes .bashrc" # Names that show homes of users.
# end of values

# Whether nothing in a folder, nor the folder itself, changed for a while.
quiet() { # folder
  local change
  change=$(find "$1" -ignore_readdir_race -mmin "-$GRACE_MINUTES" -printf x -quit) || {
    fail "cannot read $1"
    return 1
  }
  [ -z "$change" ]
}

# Whether the bucket has every file of a folder, with its size.
in_bucket() { # folder bucket prefix
  local size key missing
  aws s3api list-objects-v2 --bucket "$2" --prefix "$3" --query 'Contents[].[Size,Key]' --output text >"$WORK/keys" ||
    return 1
  while IFS=$'\t' read -r size key; do printf '%s\t%s\n' "$size" "${key#"$3"}"; done <"$WORK/keys" |
    sort >"$WORK/there" || return 1
  find "$1" -type f -printf '%s\t%P\n' | sort >"$WORK/here" || return 1
  missing=$(comm -23 "$WORK/here" "$WORK/there") && [ -z "$missing" ]
}

# Deletes one folder. It goes in by names, so that a link put in its way leads nowhere.
remove() { # run name
  if [ "$DRY_RUN" = 1 ]; then
    echo "would delete ${1##*/}/$2"
    return
  fi
  (cd -P -- "$1/$2" && [ "$PWD" = "$1/$2" ] && find . -xdev -type f -size -1025k -delete) &&
    (cd -P -- "$1" && [ "$PWD" = "$1" ] && rm -rf --one-file-system -- "./$2") &&
    echo "deleted ${1##*/}/$2" || fail "could not delete $1/$2"
}

prune_run() { # run keep-last keep-every [bucket prefix keep-last keep-every]
  local run=$1 every=$3 bucket=${4:-} folder name number i oldest oldest_copy names=() numbers=() settled=()
  local -A busy=() unfinished=()
  present "$run/$KEEP_FILE" && return
  for folder in "$run"/*; do
    [ -d "$folder" ] && [ ! -L "$folder" ] && number_of "${folder##*/}" || continue
    names+=("${folder##*/}")
    numbers+=("$REPLY")
    quiet "$folder" && continue
    busy[$((${#names[@]} - 1))]=1
    unfinished[${numbers[-1]}]=1
  done
  for number in "${numbers[@]}"; do
    [ -n "${unfinished[$number]:-}" ] || settled+=("$number")
  done
  oldest_kept "$2" "${settled[@]}"
  oldest=$REPLY
  oldest_kept "${6:-0}" "${settled[@]}"
  oldest_copy=$REPLY
  for i in "${!names[@]}"; do
    name=${names[i]} number=${numbers[i]}
    [ -z "${busy[$i]:-}" ] && ((number < oldest)) && ! divides "$every" "$number" || continue
    present "$run/$name/$KEEP_FILE" && continue
    if [ -n "$bucket" ] && { ((number >= oldest_copy)) || divides "$7" "$number"; } &&
      ! in_bucket "$run/$name" "$bucket" "$5${run##*/}/$name/"; then
      echo "kept ${run##*/}/$name: not all of it is in s3://$bucket"
      continue
    fi
    remove "$run" "$name"
  done
}

# Prints what shows that a folder is, lies in or holds homes of users; fails where nothing does.
homes_in() { # tier
  local folder name
  for folder in "$1" "$1"/* "$1"/*/*; do
    for name in ${__home_files}; do
      present "$folder/$name" && echo "$folder/$name" && return
    done
  done
  return 1
}

prune_folders() { # tier keep-last keep-every [bucket prefix keep-last keep-every]
  local tier=$1 run home
  if [[ $tier != /?* ]] || [ "$(realpath -e -- "$tier" 2>/dev/null)" != "$tier" ] || [ ! -d "$tier" ]; then
    fail "refuses '$tier': give an absolute folder that is not the root, without links"
    return
  fi
  if home=$(homes_in "$tier"); then
    fail "refuses '$tier': $home is of the home of a user, not of a run. Nothing is deleted; give checkpoints a folder of their own"
    return
  fi
  for run in "$tier"/*; do
    [ -d "$run" ] && [ ! -L "$run" ] && prune_run "$run" "${@:2}"
  done
}
