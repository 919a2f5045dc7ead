#!/bin/sh
# shellcheck shell=bash
# values:
__token=/var/run/secrets/token # Where EKS puts the token of a pod that has a role.
__credentials=http://169.254.170.23/v1/credentials # Where the agent on each node hands out credentials for it.
__region=us-east-1 # Of the cluster.
# end of values
# In a job with a container this runs in the container: an image without bash starts, too, and is told nothing.
[ "${BASH##*/}" = bash ] || { command -v bash >/dev/null 2>&1 && exec bash "$0"; exit 0; }
# Lets tasks use the role of their pod in AWS, where it has one and the job brings no credentials of its own.
token=${RAILYARD_TOKEN:-${__token}}
if [ -r "$token" ] && [ -z "${AWS_ACCESS_KEY_ID:-}" ]; then
  echo "export AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE=$token"
  echo "export AWS_CONTAINER_CREDENTIALS_FULL_URI=${__credentials}"
fi
[ -n "${AWS_REGION:-}" ] || echo "export AWS_REGION=${__region}"
exit 0
