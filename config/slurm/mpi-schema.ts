import { z } from "zod";
import { key } from "../kernel/key";

/** How processes of MPI find each other. */
export const MPI_OF_SLURM = key(z.enum(["none", "pmix"]).default("none"), {
  description:
    "What srun offers processes of MPI that do not ask (MpiDefault). Images of Slinky are built with PMIx; one of your own without it would start no step at all. OpenMPI of the job's own image must know PMIx, too; torchrun needs neither.",
  update: "in-place",
  updateNote: "Steps that start later have it.",
  source: "https://slurm.schedmd.com/mpi_guide.html",
});
