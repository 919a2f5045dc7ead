import { generatedFiles } from "../../../../constructs/slurm/generated-files";
import type { CheckResult } from "../../../../scripts/dev/slurm-check/promise-table";
import { runHarness, slurmVersion } from "../../../../scripts/dev/slurm-check/run-harness";
import { slurmLayout } from "../../../../stacks/slurm-layout";
import { sample } from "../../../helpers/environment";

/** The Slurm of this machine, or of a chroot. */
const ROOT = process.env.RAILYARD_SLURM_ROOT ?? "/";

test("real Slurm sends jobs their signal before a Capacity Block ends, queues them again, and what one saved outlives its nodes", async () => {
  const capacity = {
    kind: "capacity-block",
    id: "cr-0123456789abcdef0",
    zone: "us-east-1a",
    start: "2026-12-01",
    end: "2026-12-15",
  };
  const elsewhere = { kind: "reservation", target: "cr-0123456789abcdef1", zone: "us-east-1a" };
  const { env } = sample({
    nodeGroups: {
      h100: { nodes: 2, capacity },
      spare: { instanceType: "p5.48xlarge", nodes: 1, capacity: elsewhere },
    },
    slurm: { partitions: { train: { nodeGroups: ["h100", "spare"] } } },
  });
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
  expect(results.filter(({ kind, text }) => kind === "PASS" && text.startsWith("block: "))).toHaveLength(15);
}, 1_000_000);
