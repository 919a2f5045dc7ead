# Sourced by harness.sh: programs of MPI on several nodes, started by srun with PMIx and by mpirun with the file of hosts.

lacks_mpi() {
  local tool
  for tool in gcc mpicc.openmpi mpirun.openmpi; do inside which "$tool" >/dev/null 2>&1 || { echo "$tool in $ROOT (openmpi-bin, libopenmpi-dev)"; return; }; done
}
has_pmix() { compgen -G "${ROOT%/}/usr/lib/*/slurm*/mpi_pmix.so" >/dev/null; }

# Each rank says who it is, of how many: it knows by PMIx, which also ends all of them together. They send each other nothing, for Open
# MPI's own connections are between addresses, and the nodes of one machine have one.
prepare_mpi() {
  local PROMISE=mpi lacks each
  lacks=$(lacks_mpi)
  [ -z "$lacks" ] || { unknown "mpi: not tried without $lacks"; return 1; }
  [ "$(spread_groups | wc -l)" -gt 0 ] || { note "mpi: no group has nodes at two leaves"; return 1; }
  cat >"$RW/rank.c" <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  char host[256];
  int length;
  MPI_Get_processor_name(host, &length);
  printf("rank %d of %d at %s\n", rank, size, host);
  MPI_Finalize();
  return 0;
}
END
  inside mpicc.openmpi -o "$W/rank" "$W/rank.c" >"$RW/mpicc.out" 2>&1 || { fail "mpi: a program is compiled: $(tail -n 2 "$RW/mpicc.out")"; return 1; }
  # nodes of one machine have names, and files of steps, of their own
  : >"$RW/own-names"
  for each in hosts etc.copy/hosts; do
    [ ! -e "$RW/$each" ] || awk -F'\t' '{ print "192.0.2.1 " $1 }' "$RW/etc/nodes" >>"$RW/$each"
  done
  # what config says, which Slurm without the plugin would refuse all steps for
  ! has_pmix || ! grep -q '^MpiDefault=pmix' "$RW/etc/slurm.conf.generated" || echo MpiDefault=pmix >>"$RW/etc/slurm.conf"
}
# Within the job: there is no network but loopback, and Open MPI leaves that out unless it is told.
MPI_ENV='export OMPI_MCA_btl=tcp,self OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo
export PRTE_MCA_oob_tcp_if_include=lo PRTE_MCA_prte_if_include=lo PMIX_MCA_ptl_tcp_if_include=lo OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1'

# Two ranks a node on four nodes. Ranks that follow each other are at one leaf.
mpi_of() { # words, command
  local id leaves
  printf '#!/bin/bash\n%s\ncd %s\n%s\necho status $?\n' "$MPI_ENV" "$W" "$2" >"$RW/mpi.sh"
  id=$(submit -p "$partition" -C "$group" -N4 --ntasks-per-node=2 --exclusive $(one_gpu_of "$group") -t 5 "$RW_INSIDE/mpi.sh")
  within 120 grep -q '^status' "$RW/job.$id.out"
  MPI_OUT=$(cat "$RW/job.$id.out" 2>/dev/null)
  leaves=$(sed -nE 's/^rank ([0-9]+) of 8 at (.+)$/\1 \2/p' <<<"$MPI_OUT" | sort -n | while read -r _ host; do leaf_of "${host%%.*}"; done)
  cancel_all
  if ! grep -q '^status 0$' <<<"$MPI_OUT" || [ "$(wc -l <<<"$leaves")" != 8 ]; then
    fail "mpi: $1: $(tail -n 12 <<<"$MPI_OUT" | paste -sd';' | cut -c1-600) $(head -n 1 "$RW/sbatch.err")"
  elif [ "$3" = leaves ] && [ "$(uniq <<<"$leaves" | wc -l)" != "$(sort -u <<<"$leaves" | wc -l)" ]; then
    fail "mpi: $1: leaves alternate: $(paste -sd' ' <<<"$leaves")"
  else
    pass "mpi: $1"
  fi
}

check_mpi() {
  local PROMISE=mpi group partition RW_INSIDE=$W
  group=$(spread_groups | head -n 1)
  partition=$(partition_of "$group")
  if has_pmix; then
    mpi_of "eight ranks on four nodes are one job by srun --mpi=pmix" "srun --mpi=pmix ./rank" any
    ! grep -q '^MpiDefault=pmix' "$RW/etc/slurm.conf" || mpi_of "MpiDefault of config needs no --mpi" "srun ./rank" any
    mpi_of "railyard-srun lays ranks of PMIx out leaf by leaf" "$W/etc/railyard-srun --mpi=pmix ./rank" leaves
  else
    unknown "mpi: not tried with srun: the Slurm of $ROOT has no plugin for PMIx"
  fi
  mpi_of "mpirun lays ranks out leaf by leaf, by the hosts of railyard-srun" "$W/etc/railyard-srun --hostfile >hosts && mpirun.openmpi --map-by seq --hostfile hosts ./rank" leaves
}
