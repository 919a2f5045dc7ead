import { generatedFiles } from "../../../../constructs/slurm/generated-files";
import type { CheckResult } from "../../../../scripts/dev/slurm-check/promise-table";
import { repairFiles } from "../../../../scripts/dev/slurm-check/repair-files";
import { runHarness, slurmVersion } from "../../../../scripts/dev/slurm-check/run-harness";
import { slurmLayout } from "../../../../stacks/slurm-layout";
import { sample } from "../../../helpers/environment";

/** The Slurm of this machine, or of a chroot. */
const ROOT = process.env.RAILYARD_SLURM_ROOT ?? "/";

test("repair on real Slurm mends planted faults by their cause, waits for jobs, leaves programs and persons alone, and keeps its limits", async () => {
  const { env } = sample({ nodeGroups: { h100: { nodes: 4 } }, slurm: { health: {} } });
  const results: CheckResult[] = [];
  await runHarness({
    root: ROOT,
    version: slurmVersion(ROOT),
    files: { ...generatedFiles(slurmLayout(env, env.slurm!), "sample"), ...repairFiles(["h100"]) },
    timeoutSeconds: 1800,
    lostNode: false,
    only: "repair",
    onResult: (result) => results.push(result),
  });
  expect(results.filter(({ kind }) => kind === "FAIL")).toEqual([]);
  expect(results.filter(({ kind, text }) => kind === "PASS" && text.startsWith("repair: "))).toHaveLength(19);
}, 1_900_000);
