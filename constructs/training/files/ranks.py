# Written by railyard examples
"""
Who this process is among those of the job, whoever started it: torchrun, srun, or mpirun.

`python3 ranks.py PROGRAM ...` runs a program that only knows the variables of torchrun.
"""
import os
import runpy
import sys

# by launcher: rank, number of processes, rank on its node
# https://docs.pytorch.org/docs/stable/elastic/run.html
# https://slurm.schedmd.com/srun.html#SECTION_OUTPUT-ENVIRONMENT-VARIABLES
# https://docs.open-mpi.org/en/main/tuning-apps/environment-var.html
LAUNCHERS = {
    "torchrun": ("RANK", "WORLD_SIZE", "LOCAL_RANK"),
    "mpirun": ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"),
    "srun": ("SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"),
}


def set_ranks():
    """Gives PyTorch the variables that torchrun would set. Raises RuntimeError where nobody says them."""
    for names in LAUNCHERS.values():
        if all(name in os.environ for name in names):
            for wanted, name in zip(LAUNCHERS["torchrun"], names):
                os.environ[wanted] = os.environ[name]
            break
    else:
        raise RuntimeError("start this program with torchrun, srun or mpirun: nothing says its rank")
    for name in ("MASTER_ADDR", "MASTER_PORT"):
        if name not in os.environ:
            raise RuntimeError(f"{name} is not set: torchrun sets it, and with srun or mpirun the job does")
    return int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"]), int(os.environ["LOCAL_RANK"])


if __name__ == "__main__":
    set_ranks()
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    runpy.run_path(sys.argv[0], run_name="__main__")
