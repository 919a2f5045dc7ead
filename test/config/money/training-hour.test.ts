import { trainingHour } from "../../../config/money/training-hour";
import { instancePrice } from "../../../config/facts/prices";
import { sample, type Change } from "../../helpers/environment";

const LISTED = instancePrice("p5.48xlarge", "us-east-1")!;
const L40S = { instanceType: "g6e.12xlarge", nodes: 8, zone: "us-east-1a", fabric: { kind: "none" } };

function hourOf(change: Change, nodes = 2) {
  const { env } = sample(change);
  const pool = env.nodeGroups.find(({ name }) => name === "h100")!;
  return { hour: trainingHour(env, pool, nodes), pool, env };
}

test("nodes are paid at the price of their own pool, and the rest by their share of it", () => {
  const { hour, pool, env } = hourOf({});
  expect(hour!.nodes).toBeCloseTo(2 * LISTED, 6);
  expect(hour!.share).toBeCloseTo(2 / pool.count.max, 9);
  // on all nodes of the only pool with GPUs it pays the whole environment
  const all = hourOf({}, pool.count.max).hour!;
  expect(all.nodes + all.rest).toBeCloseTo(env.cost.usdPerHour!, 6);
});

test("pools of cheaper GPUs make a training no cheaper, and no dearer", () => {
  const [alone, mixed] = [hourOf({}), hourOf({ nodeGroups: { l40s: L40S } })];
  expect(mixed.env.cost.usdPerHour!).toBeGreaterThan(alone.env.cost.usdPerHour! + 50);
  expect(mixed.hour!.nodes).toBeCloseTo(alone.hour!.nodes, 6);
  expect(mixed.hour!.rest).toBeCloseTo(alone.hour!.rest, 6);
});

test("what is held and not used is part of the rest", () => {
  const held = (count: number): Change => ({
    nodeGroups: {
      h100: { nodes: 4, capacity: { kind: "reservation", target: "cr-0123456789abcdef0", zone: "us-east-1a", count } },
    },
  });
  const [few, many] = [hourOf(held(4)).hour!, hourOf(held(6)).hour!];
  expect(many.nodes).toBeCloseTo(few.nodes, 6);
  expect(many.rest).toBeCloseTo(few.rest + 2 * LISTED * few.share, 6);
});

test("a price that is unknown leaves the whole unknown", () => {
  const { env, pool } = hourOf({});
  expect(trainingHour({ ...env, cost: { ...env.cost, unknown: ["Lustre"] } }, pool, 2)).toBeNull();
});
