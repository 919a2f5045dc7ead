# shellcheck shell=bash
# shellcheck disable=SC2317
check_shared_path() {
  [ -n "$SHARED_PATH" ] || return 0
  timeout -s KILL 20 stat -f "$SHARED_PATH" >/dev/null 2>&1 || drain "$SHARED_PATH does not answer"
}
