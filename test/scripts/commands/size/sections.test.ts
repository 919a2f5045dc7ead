import { estimate } from "../../../../config/physics/estimate";
import { tierEstimate } from "../../../../config/physics/tier-estimate";
import { propsOf } from "../../../../scripts/commands/size/props";
import { sizeSections } from "../../../../scripts/commands/size/sections";
import { sectionLines } from "../../../../scripts/lib/terminal/sheet-section";
import { sample, type Change } from "../../../helpers/environment";

const pretrain = { params: "70B", tokens: "2T", nodes: 4, checkpoint: { everyMinutes: 60, stallSeconds: 10 } };

function sized(change: Change = {}, options: Parameters<typeof propsOf>[2] = {}) {
  const { env } = sample({ workloads: { pretrain }, ...change });
  const props = propsOf(env, "pretrain", options);
  const found = estimate(props);
  const tiers = tierEstimate(props, found);
  return { found, tiers, text: sizeSections(props, found, tiers).flatMap(sectionLines).join("\n") };
}

test("spot nodes are priced on demand in words, and that they are taken away is beside the numbers", () => {
  const spot = (capacity: object, more: Change = {}) =>
    sized({
      nodeGroups: { h100: { zone: "us-east-1a", capacity: { target: null, zone: null, kind: "spot", ...capacity } } },
      ...more,
    }).text;
  const price = { usd: 20, agreement: "contract", asOf: "2026-11-01" };
  const unknown = spot({});
  expect(unknown).toMatch(
    /for its nodes at the on-demand list price, since what spot costs is unknown.*"spot\/p5\.48xlarge"/,
  );
  expect(unknown).toMatch(/\n {2}days, if no spot node is taken away +[\d.]/);
  expect(unknown).toMatch(/at the on-demand price of its nodes, if no spot node is taken away +\$/);
  expect(unknown).toMatch(/how often is unknown, and with --spot-every/);
  expect(unknown).not.toContain("their own price");
  const agreed = spot({}, { prices: { "spot/p5.48xlarge": price } });
  expect(agreed).toContain("$80 for its nodes at their own price (contract of 2026-11-01)");
  expect(agreed).toContain("if no spot node is taken away");
  expect(agreed).not.toContain("at the on-demand price");
  expect(spot({ onDemandFallback: true })).toMatch(
    /on-demand price, which they cost where there is no capacity of spot/,
  );
  const reserved = sized().text;
  expect(reserved).toContain("for its nodes at their own price,");
  expect(reserved).not.toContain("taken away");
});

test("rates of failures are those of the nodes, an assumption or unknown, as describe says", () => {
  const of = (instanceType: string, options: Parameters<typeof propsOf>[2] = {}) =>
    sized(
      {
        nodeGroups: { h100: null, other: { instanceType, nodes: 4, zone: "us-east-1a", fabric: { kind: "none" } } },
        slurm: null,
        teams: null,
        workloads: { pretrain: { ...pretrain, params: "1B", pool: "other" } },
      },
      options,
    );
  const l40s = of("g6e.12xlarge");
  expect(l40s.found.failuresAre).toBe("unknown");
  expect(l40s.text).toMatch(/\n {2}llama-3, assumed .* unknown\n/);
  expect(l40s.text).toContain("Unknown: no published rate is of nodes like g6e.12xlarge.");
  expect(l40s.text).toContain("No published rate of failures is of such nodes");
  const eight = of("g6e.48xlarge");
  expect(eight.found.failuresAre).toBe("assumed");
  expect(eight.text).toContain("that they hold for g6e.48xlarge is an assumption");
  expect(eight.text).toMatch(/\n {2}llama-3, assumed .* \d\n/);
  expect(sized().found.failuresAre).toBe("measured");
  expect(sized().text).not.toContain("assum");
});

test("Lustre is counted with the contents that stay there, and the output says what has to run for that", () => {
  const warm = (more: object) => {
    const { tiers, text } = sized({ checkpoints: { warm: { keepLast: 24, ...more } } });
    if (tiers === null || "unknown" in tiers) throw new Error("nothing is counted");
    const [lustre, bucket] = ["warm", "cold"].map((name) => tiers.tiers.find(({ tier }) => tier === name)!);
    return { lustre: lustre!, bucket: bucket!, gib: tiers.plan.gib, text };
  };
  const [all, some] = [warm({}), warm({ keepData: 3 })];
  expect(all.lustre.gib.at(-1)! / all.gib).toBeCloseTo(24, 6);
  expect(some.lustre.gib.at(-1)! / some.gib).toBeCloseTo(3, 6);
  expect(all.lustre.usd.at(-1)! / some.lustre.usd.at(-1)!).toBeCloseTo(8, 6);
  // each object is read once before it leaves Lustre
  const reads = ({ bucket }: typeof all) => bucket.items.find(({ item }) => item === "s3/STANDARD/get")?.units[0] ?? 0;
  expect(reads(all)).toBe(0);
  expect(reads(some)).toBeGreaterThan(0);
  expect(all.text).not.toContain("keepData");
  expect(some.text).toMatch(/Lustre has the contents of the last 3 .*of the files of the last 24, .*tiers\.sbatch/);
});

test("small files are told to wait for metadata and not for bytes; without Lustre rates are unknown, with the reason", () => {
  const small = sized({}, { dataset: "140e9", files: "1281167" }).text;
  expect(small).toMatch(/Files on Lustre\n[^]*a checkpoint of 32 files, at the least +under 0.1 s/);
  expect(small).toMatch(/all files of the data opened once, at the least +[\d.]+ min/);
  expect(small).toContain("Opening takes longer than reading");
  expect(sized({}, { dataset: "140T", files: "10000" }).text).not.toContain("Opening takes longer than reading");
  expect(sized().text).not.toContain("opened once");
  const scratch = { deployment: "scratch-2", capacityGiB: 2400, throughput: null, efa: null, metadata: null };
  expect(sized({ lustre: scratch }).text).toMatch(/metadata operations a second that it has +unknown/);
  expect(sized({ lustre: null }).text).not.toMatch(/Files (?:on Lustre|made)/);
  const home = { kind: "fsx-openzfs", deployment: "single-az-ha-2", throughputMBps: 640, capacityGiB: 4096 };
  const others = sized({ lustre: null, storage: { home, data: { kind: "efs" } } }).text;
  expect(others).not.toContain("Files on Lustre");
  expect(others).toMatch(
    /Files made and opened a second\n.* unknown: AWS gives .*OpenZFS.*\n.* unknown: AWS gives .*EFS/,
  );
});
