# shellcheck shell=bash
# values:
__endpoint=http://railyard-traces.kube-system.svc:4318/v1/traces # Of the collectors.
__protocol=http/protobuf # By which they are called.
# end of values
# Where traces of the task go, unless the job says it itself.
[ -n "${OTEL_EXPORTER_OTLP_ENDPOINT:-}${OTEL_EXPORTER_OTLP_TRACES_ENDPOINT:-}" ] ||
  printf 'export OTEL_EXPORTER_OTLP_TRACES_%s\n' ENDPOINT=$__endpoint PROTOCOL=$__protocol
