import { generatedFiles } from "../../../../constructs/slurm/generated-files";
import type { CheckResult } from "../../../../scripts/dev/slurm-check/promise-table";
import { runHarness, slurmVersion } from "../../../../scripts/dev/slurm-check/run-harness";
import { slurmLayout } from "../../../../stacks/slurm-layout";
import { sample } from "../../../helpers/environment";

/** The Slurm of this machine, or of a chroot. */
const ROOT = process.env.RAILYARD_SLURM_ROOT ?? "/";

test("a rollout on real Slurm keeps its floor, goes on after a kill, loses no job, and ends where checks refuse nodes", async () => {
  const { env } = sample({ nodeGroups: { h100: { nodes: 4 } }, slurm: { health: {} } });
  const results: CheckResult[] = [];
  await runHarness({
    root: ROOT,
    version: slurmVersion(ROOT),
    files: generatedFiles(slurmLayout(env, env.slurm!), "sample"),
    timeoutSeconds: 1800,
    lostNode: false,
    only: "rollout",
    onResult: (result) => results.push(result),
  });
  expect(results.filter(({ kind }) => kind === "FAIL")).toEqual([]);
  expect(results.filter(({ kind, text }) => kind === "PASS" && text.startsWith("rollout: "))).toHaveLength(16);
}, 1_900_000);
