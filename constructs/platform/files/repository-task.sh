#!/bin/bash
# Makes one data repository task of FSx for Lustre, or follows one that asks for the same and runs already, and waits for its end.
# FSx runs one task of a file system at a time: it waits for others. Given: FILE_SYSTEM, TYPE, REQUEST (the file with what is
# asked for), ASKED (its paths, and unit and number of its last access, as the query below writes them), REPORT (where FSx writes
# which files failed), HOURS (how long it waits), POLL_SECONDS. Needs bash and the AWS CLI.
set -u
: "${FILE_SYSTEM:?}" "${TYPE:?}" "${REQUEST:?}" "${ASKED:?}" "${REPORT:?}" "${HOURS:?}" "${POLL_SECONDS:?}"
REFUSAL=$(mktemp) || exit 1
trap 'rm -f "$REFUSAL"' EXIT

say() { printf '%s %s\n' "$(date -u +%FT%TZ)" "$*"; }
end() { # code text
  say "$2"
  exit "$1"
}
describe() { aws fsx describe-data-repository-tasks "$@" --output text; }

# Some time goes by, of which there is no more than HOURS.
pause() { # what is waited for
  ((SECONDS < HOURS * 3600)) || end 1 "$HOURS hours are over: $1"
  sleep "$POLL_SECONDS"
}

# An answer may be missing now and then; one that never comes ends it.
missed() { # what was asked for
  MISSES=$((MISSES + 1))
  ((MISSES < 5)) || end 1 "AWS does not answer: $1"
  pause "AWS does not answer: $1"
}

ACCESS=ReleaseConfiguration.DurationSinceLastAccess
MISSES=0
task="" waited=""
while [ -z "$task" ]; do
  if ! open=$(describe --filters "Name=file-system-id,Values=$FILE_SYSTEM" \
    Name=task-lifecycle,Values=PENDING,EXECUTING,CANCELING --query "DataRepositoryTasks[].[Type,TaskId,to_string([Paths||\`[]\`,$ACCESS.Unit,$ACCESS.Value])]"); then
    missed "which tasks of $FILE_SYSTEM run"
    continue
  fi
  MISSES=0 other=""
  while IFS=$'\t' read -r type id what; do
    if [[ $id != task-* ]]; then continue; fi
    if [ "$type" = "$TYPE" ] && [ "$what" = "$ASKED" ]; then task=$id; else other="$id ($type)"; fi
  done <<<"$open"
  if [ -n "$task" ]; then
    say "$task, which asks for the same, runs already: it is followed, and none is made"
  elif [ -n "$other" ]; then
    [ "$other" = "$waited" ] || say "waits for $other"
    waited=$other
    pause "$other still runs, and nothing was asked for"
  elif answer=$(aws fsx create-data-repository-task --cli-input-json "file://$REQUEST" \
    --query DataRepositoryTask.TaskId --output text 2>"$REFUSAL") && [[ $answer == task-* ]]; then
    task=$answer
    say "$task has begun: $TYPE of $FILE_SYSTEM"
  elif [[ $(<"$REFUSAL") == *DataRepositoryTaskExecuting* ]]; then
    pause "another task runs, and nothing was asked for"
  else
    end 1 "FSx made no task: $answer $(<"$REFUSAL")"
  fi
done

counts="files are not counted yet"
while :; do
  if ! answer=$(describe --task-ids "$task" --query \
    'DataRepositoryTasks[0].[Lifecycle,Status.TotalCount,Status.SucceededCount,Status.FailedCount,FailureDetails.Message]'); then
    missed "how far $task is"
    continue
  fi
  IFS=$'\t' read -r state total good failed message <<<"$answer"
  # what FSx does not say is no number
  if [[ $total$good$failed =~ ^[0-9]+$ ]]; then
    text="of $total files $good are done and $failed failed"
  else
    text="FSx does not say how many files"
  fi
  case $state in
    SUCCEEDED)
      [[ $failed =~ ^[1-9] ]] || end 0 "$task has ended: $text"
      end 1 "$task has ended, but $text: $REPORT/$task/ has their names and why"
      ;;
    FAILED) end 1 "$task failed: ${message:-None}; $text: $REPORT/$task/ has their names and why" ;;
    CANCELED) end 1 "$task was canceled: $text" ;;
    PENDING | EXECUTING | CANCELING)
      MISSES=0
      [ "$state, $text" = "$counts" ] || say "$task is $state: $text"
      counts="$state, $text"
      pause "$task is still $state, and goes on in FSx: $text"
      ;;
    *) missed "what ${state:-nothing} means, which $task is said to be" ;;
  esac
done
