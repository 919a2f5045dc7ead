import { nodeHourOf } from "../../../../config/money/cost-nodes";
import { isNodeGroup } from "../../../../config/pools/pool";
import { partPrices } from "../../../../scripts/review/sections/money-parts";
import { clusterSample } from "../../../helpers/cluster";
import { sample, type Change } from "../../../helpers/environment";
import { findingsOf } from "../../../helpers/reviewed";
import { group } from "../../../helpers/rule-cases";

const shared = (sharing: Change | null, more: Change = {}): Change => ({
  nodeGroups: { l40s: { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" }, sharing, ...more } },
});
const IN_SLURM = {
  slurm: { partitions: { train: { nodeGroups: ["h100"], default: true }, small: { nodeGroups: ["l40s"] } } },
};
const turns = (replicas: number) => ({ kind: "time-slicing", replicas });

/** One GPU of the group in an hour, by the prices that the estimate has. */
function gpuHour(): number {
  const { env } = sample(shared(null));
  const pool = env.nodeGroups.find(({ name }) => name === "l40s")!;
  return (isNodeGroup(pool) ? nodeHourOf(pool, env.prices).usd! : NaN) / pool.gpus!.count;
}
const usd = (share: number) => `$${(gpuHour() * share).toFixed(3)} an hour`;

const findings = (before: Change, after: Change) =>
  findingsOf("money", { before, after }).filter(({ title }) => title.includes("at another price"));

test("a GPU that comes to be shared, and one that is shared by more, are told with the prices of a part", () => {
  expect(findings(shared(null), shared(turns(4)))).toMatchObject([
    {
      severity: "info",
      address: "sample-platform.config.nodeGroups.l40s.sharing",
      details: [`Before: a whole GPU: ${usd(1)}.`, `After: nvidia.com/gpu.shared, 4 for each GPU: ${usd(1 / 4)}.`],
    },
  ]);
  expect(findings(shared(turns(4)), shared(turns(8)))[0]?.details).toEqual([
    `Before: nvidia.com/gpu.shared, 4 for each GPU: ${usd(1 / 4)}.`,
    `After: nvidia.com/gpu.shared, 8 for each GPU: ${usd(1 / 8)}.`,
  ]);
});

test("Slurm's shards are told by Slurm's name", () => {
  const [was, now] = [shared(turns(4)), shared(turns(2))].map((one) => ({ ...one, ...IN_SLURM }));
  expect(findings(was!, now!)[0]?.details[1]).toBe(`After: gres/shard, 2 for each GPU: ${usd(1 / 2)}.`);
});

test("what hands out the same parts is not told: another way of taking turns, more nodes, a pool that comes", () => {
  expect(findings(shared(turns(4)), shared({ kind: "mps", replicas: 4 }))).toEqual([]);
  expect(findings(shared(turns(4)), shared(turns(4), { nodes: 3 }))).toEqual([]);
  expect(findings({}, shared(turns(4)))).toEqual([]);
});

test("another layout is told on servers whose price nobody has told", () => {
  const cut = (layout: string) =>
    clusterSample(group("dgx", { fabric: { kind: "none" }, sharing: { kind: "mig", layout } })).env;
  const [finding] = partPrices({ both: { before: cut("all-1g.10gb"), after: cut("all-3g.40gb") } });
  expect(finding?.details).toEqual([
    "Before: 1g.10gb, 7 for each GPU: price unknown.",
    "After: 3g.40gb, 2 for each GPU: price unknown.",
  ]);
});
