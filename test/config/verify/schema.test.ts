import { WEEKLY_CHECKS } from "../../../config/verify/schema";
import { checksOf } from "../../../scripts/verify/checks";
import { clusterChecksOf } from "../../../scripts/verify/cluster";
import { sample } from "../../helpers/environment";

const { env } = sample();
const weekly = [...clusterChecksOf(env), ...checksOf(env)].filter(({ suites }) => suites.includes("weekly"));

test("checks of a weekly run are those of the suite", () => {
  expect(Object.keys(WEEKLY_CHECKS)).toEqual(weekly.map(({ id }) => id));
});

test("checks take images from the programs that the table names", () => {
  const pool = env.nodeGroups.find(({ name }) => name === "h100")!;
  for (const check of weekly) {
    const program = WEEKLY_CHECKS[check.id as keyof typeof WEEKLY_CHECKS];
    // nccl-tests is the image of all pods that name none
    if (program === null || program === "nccl-tests" || !("plan" in check)) continue;
    const planned = check.plan(pool, { image: null, on: "kubernetes", images: { [program]: "example.com/own:1" } });
    expect([check.id, typeof planned === "string" ? planned : planned.job(["a"]).image]).toEqual([
      check.id,
      "example.com/own:1",
    ]);
  }
});
