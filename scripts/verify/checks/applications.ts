import { ncclEnvOf } from "../../../config/gpu/nvlink";
import { gromacsScript, hplScript } from "../../../constructs/verify/check-scripts";
import type { Check } from "../check";
import { judgeGromacs, judgeHpl } from "../judge/applications";
import { parseGromacs } from "../parse/gromacs";
import { parseHpl } from "../parse/hpl";
import { withoutWholeGpus } from "./programs";

/** Share of the GPUs' memory that the matrix fills. */
const FILLED = 0.8;
/** The order is a multiple of the size of blocks. */
const BLOCK = 1024;

/** Programs of science, of no suite: `--only` names them, and `--image` where they are. */
export const APPLICATIONS: readonly Check[] = [
  {
    id: "hpl",
    title: "High-Performance Linpack",
    suites: [],
    group: "all",
    minutes: 120,
    plan: (pool, { images }) => {
      const why = withoutWholeGpus(pool);
      if (why !== null) return why;
      const { count, memoryMiB } = pool.gpus!;
      return {
        job: ({ length }) => ({
          tasksPerNode: count,
          image: images?.hpl ?? null,
          mpi: true,
          env: ncclEnvOf(pool),
          script: hplScript({ order: orderOf(length * count, memoryMiB), ...gridOf(length * count) }),
        }),
        judge: (output, { length }) =>
          judgeHpl(parseHpl(output), { order: orderOf(length * count, memoryMiB), processes: length * count }),
      };
    },
  },
  {
    id: "gromacs",
    title: "GROMACS, water on a GPU",
    suites: [],
    group: "node",
    minutes: 20,
    plan: (pool, { images }) =>
      withoutWholeGpus(pool) ?? {
        job: () => ({
          tasksPerNode: 1,
          image: images?.gromacs ?? null,
          mpi: false,
          env: {},
          script: gromacsScript(8, 20_000, "-nb gpu -pme gpu -bonded gpu"),
        }),
        judge: (output) => judgeGromacs(parseGromacs(output)),
      },
  },
];

/** Order of the matrix that fills the memory of GPUs: eight bytes a number. */
export const orderOf = (gpus: number, memoryMiB: number): number =>
  Math.floor(Math.sqrt((FILLED * gpus * memoryMiB * 2 ** 20) / 8) / BLOCK) * BLOCK;

/** The grid that is nearest to a square, with more columns than rows. */
export function gridOf(processes: number): { rows: number; columns: number } {
  let rows = Math.floor(Math.sqrt(processes));
  while (processes % rows !== 0) rows--;
  return { rows, columns: processes / rows };
}
