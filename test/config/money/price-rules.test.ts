import { PRICES_RULES } from "../../../config/money/price-rules";
import { environmentSchema } from "../../../config/schema";
import { shapeIssues } from "../../../config/kernel/messages";
import { LEGAL } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const price = (name: string, dates: object = {}) => ({
  prices: { [name]: { usd: 30, agreement: "contract", asOf: "2026-11-01", ...dates } },
});
const at = (name: string, ...keys: string[]) => ["prices", name, ...keys];

ruleCases(PRICES_RULES, {
  "prices/order": {
    severity: "error",
    trips: [
      {
        change: price("p5.48xlarge", { until: "2026-10-31" }),
        at: at("p5.48xlarge", "until"),
        message: ["from 2026-11-01 until 2026-10-31"],
      },
    ],
    passes: [{ change: price("p5.48xlarge", { until: "2026-11-01" }) }],
  },
  "prices/over": {
    severity: "warning",
    trips: [
      {
        change: price("p5.48xlarge", { until: "2026-11-20" }),
        at: at("p5.48xlarge", "until"),
        message: ["the contract for p5.48xlarge ended on 2026-11-20"],
      },
    ],
    passes: [{ change: price("p5.48xlarge", { until: "2026-11-21" }) }, { change: price("p5.48xlarge") }],
  },
  "prices/unlikely": {
    severity: "warning",
    trips: [
      { when: "cents", change: price("p5.48xlarge", { usd: 3146 }), at: at("p5.48xlarge", "usd"), message: ["$3146"] },
      {
        when: "a price of one GPU",
        change: price("p5.48xlarge", { usd: 3 }),
        at: at("p5.48xlarge", "usd"),
        message: ["$3 "],
      },
      {
        when: "nothing",
        change: price("spot/p5.48xlarge", { usd: 0 }),
        at: at("spot/p5.48xlarge", "usd"),
        fix: ["one unit"],
      },
    ],
    passes: [
      { when: "a discount", change: price("p5.48xlarge") },
      { when: "cheap spot", change: price("spot/p5.48xlarge", { usd: 5 }) },
    ],
  },
  "prices/unused": {
    severity: "warning",
    trips: [
      { change: price("spot/p5.48xlarge"), at: at("spot/p5.48xlarge"), message: ["nothing in the environment"] },
      { change: price("s3/STANDARD"), at: at("s3/STANDARD"), message: ["the price of s3/STANDARD"] },
    ],
    passes: [
      { change: price("p5.48xlarge") },
      { change: price("m7i.xlarge"), when: "that of system nodes" },
      { change: price("fsx-lustre/persistent-2-ssd/250") },
      { change: price("nat-gateway/hour") },
    ],
  },
});

test("a key that prices nothing is told with the one that was meant", () => {
  const parsed = environmentSchema.safeParse({ ...LEGAL, ...price("p5.48xlarg") }, { reportInput: true });
  const [issue] = shapeIssues(parsed.error!, environmentSchema);
  expect(issue?.path).toEqual(at("p5.48xlarg"));
  expect(issue?.message).toContain("did you mean p5.48xlarge?");
});
