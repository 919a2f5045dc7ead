import { generatedFiles } from "../../../../constructs/slurm/generated-files";
import type { CheckResult } from "../../../../scripts/dev/slurm-check/promise-table";
import { runHarness, slurmVersion } from "../../../../scripts/dev/slurm-check/run-harness";
import { slurmLayout } from "../../../../stacks/slurm-layout";
import { sample } from "../../../helpers/environment";

/** The Slurm of this machine, or of a chroot. */
const ROOT = process.env.RAILYARD_SLURM_ROOT ?? "/";

test("ranks of MPI are one job on nodes of real Slurm, by PMIx and by mpirun", async () => {
  const { env } = sample({ slurm: { mpi: "pmix" } });
  const results: CheckResult[] = [];
  await runHarness({
    root: ROOT,
    version: slurmVersion(ROOT),
    files: generatedFiles(slurmLayout(env, env.slurm!), "sample"),
    timeoutSeconds: 600,
    lostNode: false,
    only: "mpi",
    onResult: (result) => results.push(result),
  });
  const of = (kind: CheckResult["kind"]) => results.filter((one) => one.kind === kind).map(({ text }) => text);
  expect(of("FAIL")).toEqual([]);
  if (of("UNKNOWN").some((text) => text.startsWith("mpi: not tried without"))) return;
  const lacksPlugin = of("UNKNOWN").some((text) => text.startsWith("mpi: not tried with srun"));
  expect(of("PASS").filter((text) => text.startsWith("mpi: "))).toHaveLength(lacksPlugin ? 1 : 4);
});
