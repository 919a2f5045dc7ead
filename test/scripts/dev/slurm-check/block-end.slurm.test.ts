import { generatedFiles } from "../../../../constructs/slurm/generated-files";
import type { CheckResult } from "../../../../scripts/dev/slurm-check/promise-table";
import { runHarness, slurmVersion } from "../../../../scripts/dev/slurm-check/run-harness";
import { slurmLayout } from "../../../../stacks/slurm-layout";
import { sample } from "../../../helpers/environment";

/** The Slurm of this machine, or of a chroot. */
const ROOT = process.env.RAILYARD_SLURM_ROOT ?? "/";

test("real Slurm sends jobs their signal before a Capacity Block ends, and queues the others again", async () => {
  const capacity = {
    kind: "capacity-block",
    id: "cr-0123456789abcdef0",
    zone: "us-east-1a",
    start: "2026-12-01",
    end: "2026-12-15",
  };
  const { env } = sample({ nodeGroups: { h100: { nodes: 2, capacity } } });
  const results: CheckResult[] = [];
  await runHarness({
    root: ROOT,
    version: slurmVersion(ROOT),
    files: generatedFiles(slurmLayout(env, env.slurm!), "sample"),
    timeoutSeconds: 900,
    lostNode: false,
    only: "block-end",
    onResult: (result) => results.push(result),
  });
  expect(results.filter(({ kind }) => kind === "FAIL")).toEqual([]);
  expect(results.filter(({ kind, text }) => kind === "PASS" && text.startsWith("block: "))).toHaveLength(9);
}, 1_000_000);
