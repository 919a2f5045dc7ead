# shellcheck shell=bash disable=SC2016
# values:
__namespace=slurm # Of the ConfigMap with what is remembered.
__memory=node-repair # Its name.
# end of values
# What is in a reason may come from a program: nothing of it is JSON, or a column.
plain() { tr -cd 'A-Za-z0-9 .,:;%/_()*+\n-'; }
json_lines() { awk 'NF { gsub(/["\\]/, ""); printf "%s\\n", $0 }'; }
columns() { kubectl get configmap "${__memory}" -n "${__namespace}" -o go-template="{{with .data}}{{with index . \"$1\"}}{{.}}{{end}}{{end}}"; }
