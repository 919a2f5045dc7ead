# shellcheck shell=bash
step=$!
# a trap ends the wait, and not the step; what a step ended with that is over already says the last wait
while kill -0 "$step" 2>/dev/null; do wait "$step" || true; done
wait "$step" && status=0 || status=$?
exit "$status"
