import { generatedFiles } from "../../../../constructs/slurm/generated-files";
import type { CheckResult } from "../../../../scripts/dev/slurm-check/promise-table";
import { runHarness, slurmVersion } from "../../../../scripts/dev/slurm-check/run-harness";
import { isAtLeast, SINCE } from "../../../../scripts/dev/slurm-check/slurm-version";
import { slurmLayout } from "../../../../stacks/slurm-layout";
import { sample, type Change } from "../../../helpers/environment";
import { DOMAINS, FLEET, FLEET_LEAF } from "../../../helpers/slurm-fleet";

/** The Slurm of this machine, or of a chroot. */
const ROOT = process.env.RAILYARD_SLURM_ROOT ?? "/";

async function fleet(change: Change, more: Record<string, string> = {}): Promise<CheckResult[]> {
  const { env } = sample(change);
  const layout = slurmLayout(env, env.slurm!);
  const results: CheckResult[] = [];
  await runHarness({
    root: ROOT,
    version: slurmVersion(ROOT),
    files: { ...generatedFiles(layout, "fleet", { perLeaf: FLEET_LEAF, perGroup: 2048 }), ...more },
    timeoutSeconds: 900,
    lostNode: false,
    only: "fleet",
    onResult: (result) => results.push(result),
  });
  return results;
}

test("real Slurm puts 256 of 2,048 nodes at as few leaves as there can be", async () => {
  const results = await fleet(FLEET);
  const of = (kind: CheckResult["kind"]) => results.filter((result) => result.kind === kind).map(({ text }) => text);
  expect(of("FAIL")).toEqual([]);
  if (!isAtLeast(slurmVersion(ROOT), SINCE.topologyYaml)) {
    expect(of("UNKNOWN").join()).toContain("thousands of nodes");
    return;
  }
  const held = of("PASS").join("\n");
  expect(held).toContain("2048 nodes at 64 leaves");
  expect(held).toContain("16384 GPUs");
  for (const job of [1, 2, 3]) expect(held).toContain(`job ${job} of 256 of 2048 nodes is at 8 leaves of 32`);
  expect(held).toContain("it takes 9");
  expect(held).toContain("leaf by leaf");
  expect(held).toContain("a node without a leaf takes a job");
}, 1_000_000);

/** Nodes of a job, and of each of its parts: the largest that divides them, of which there are enough in the domains. */
const SEGMENTS = { 2: 2, 17: 17, 18: 18, 20: 10, 24: 12, 32: 16, 36: 18 };

test("real Slurm keeps parts of jobs within NVLink domains, of a size that the plugin chooses", async () => {
  const segments = Object.entries(SEGMENTS).map(([nodes, part]) => `${nodes} ${part}\n`);
  const results = await fleet(DOMAINS, { segments: segments.join("") });
  const of = (kind: CheckResult["kind"]) => results.filter((result) => result.kind === kind).map(({ text }) => text);
  expect(of("FAIL")).toEqual([]);
  if (!isAtLeast(slurmVersion(ROOT), SINCE.topologyYaml)) return;
  const held = of("PASS").join("\n");
  for (const [nodes, part] of Object.entries(SEGMENTS))
    expect(held).toContain(`segments: a job of ${nodes} nodes has parts of ${part}, `);
  expect(held).toContain("segments: what a job says itself stays");
}, 1_000_000);
