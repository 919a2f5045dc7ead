import { generatedFiles } from "../../constructs/slurm/generated-files";
import { promises } from "../../scripts/dev/slurm-check/promises";
import { runHarness, slurmVersion } from "../../scripts/dev/slurm-check/run-harness";
import { assertTools } from "../../scripts/dev/slurm-check/tools";
import { slurmLayout } from "../../stacks/slurm-layout";
import { sample } from "../helpers/environment";
import { FLEET, FLEET_LEAF } from "../helpers/slurm-fleet";

/**
 * `npm run bench:submissions`: what `job_submit.lua` costs a slurmctld with 2,048 nodes, and how many jobs a second it takes. Asserts
 * nothing. `RAILYARD_SLURM_ROOT` names a chroot.
 */
const ROOT = process.env.RAILYARD_SLURM_ROOT ?? "/";

assertTools(ROOT);
const { env } = sample({
  ...FLEET,
  slurm: {
    ...FLEET.slurm,
    // all that makes the plugin look: a leaf, a QOS of some partitions, a partition that is closed to a team, limits by type
    partitions: {
      ...FLEET.slurm.partitions,
      small: { nodeGroups: ["h100-e"], maxHours: 24, defaultHours: 1 },
    },
    qos: { urgent: { preempts: ["standard"], partitions: ["small"] } },
  },
  teams: {
    research: { gpus: 4096, gpusByType: { h100: 2048 }, qos: ["urgent"] },
    interns: { gpus: 64, partitions: ["small"] },
  },
});
const layout = slurmLayout(env, env.slurm!);
void runHarness({
  root: ROOT,
  version: slurmVersion(ROOT),
  files: { ...generatedFiles(layout, "fleet", { perLeaf: FLEET_LEAF, perGroup: 2048 }), promises: promises(layout) },
  timeoutSeconds: 3600,
  lostNode: false,
  only: "fleet-submissions",
  onResult: ({ kind, text }) => {
    if (kind === "PASS" || kind === "FAIL") process.stdout.write(`${text}\n`);
  },
});
