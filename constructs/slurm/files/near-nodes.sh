# shellcheck shell=bash
# values:
__direct=localhost,127.0.0.1 # What is reached without the proxy, as NO_PROXY lists it.
# end of values
# Nodes of a job reach each other past the proxy: gRPC, by which JAX and Ray find each other, asks it for short names, too.
direct=$__direct
nodes=$(scontrol show hostnames "${SLURM_JOB_NODELIST:-}" 2>/dev/null | paste -sd, -) || nodes=
for name in NO_PROXY no_proxy; do
  has=${!name:-$direct}
  # a single asterisk is everything, and only when it is alone; srun within a job hands on what is complete
  [ -z "$nodes" ] || [ "$has" = "*" ] || [[ ",$has," == *",$nodes,"* ]] || echo "export $name=$has,$nodes"
done
