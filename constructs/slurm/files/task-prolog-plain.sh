#!/bin/sh
# shellcheck shell=bash
# In a job with a container this runs in the container: an image without bash starts, too, and is told nothing.
[ "${BASH##*/}" = bash ] || { command -v bash >/dev/null 2>&1 && exec bash "$0"; exit 0; }
exit 0
