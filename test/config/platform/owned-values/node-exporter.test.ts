import { countsPauses, hasNodeSidecars } from "../../../../config/platform/owned-values/node-exporter";
import { sample, type Change } from "../../../helpers/environment";
import { releases } from "../../../helpers/release";
import { synthStacks } from "../../../helpers/stacks";

const WITHOUT_GPUS: Change = { nodeGroups: { h100: null }, slurm: null, teams: null };
const BARE: Change = { ...WITHOUT_GPUS, lustre: null, checkpoints: null };

// constructs decide what runs there, and rules cannot ask them
test.each<[string, Change, boolean]>([
  ["GPUs", { lustre: null, checkpoints: null }, true],
  ["Lustre alone", WITHOUT_GPUS, true],
  ["disks that are asked", { ...BARE, monitoring: { diskWear: true } }, true],
  ["nothing", BARE, false],
])("rules know of containers beside node-exporter: %s", (_, change, expected) => {
  const { env } = sample(change);
  const written = JSON.stringify(releases(synthStacks(env)["platform"]));
  expect([hasNodeSidecars(env), /sidecars[\\"]+:\s*\[/.test(written)]).toEqual([expected, expected]);
  expect([countsPauses(env), written.includes("--collector.ethtool")]).toEqual([false, false]);
});
