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
