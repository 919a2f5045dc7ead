# shellcheck shell=bash
# shellcheck disable=SC2086,SC2288
# values:
__program=dcgmi # What is run.
__arguments="diag -r 1 -j" # Of it, as words.
# end of values
# What it ends with is in what it prints: the caller judges that.
command -v $__program >/dev/null 2>&1 || { echo "railyard: ${__program} is not there"; exit 0; }
$__program ${__arguments} 2>&1 || true
