# shellcheck shell=bash
# shellcheck disable=SC2317
check_shared_path() {
  local path paths
  IFS=: read -ra paths <<<"$SHARED_PATH"
  for path in "${paths[@]}"; do
    timeout -s KILL 20 stat -f "$path" >/dev/null 2>&1 || drain "$path does not answer"
  done
}
