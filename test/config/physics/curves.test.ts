import { intervalCurves, nodesCurve, storageCurve } from "../../../config/physics/curves";
import { estimate } from "../../../config/physics/estimate";
import { workloadProps } from "../../../config/physics/workload-estimate";
import { sample } from "../../helpers/environment";

const { env } = sample({ workloads: { pretrain: { params: "8B", tokens: "1T" } } });
const props = workloadProps(env, env.workloads[0]!)!;

test("no point of goodput is above the best interval, and more failures never help", () => {
  const curves = intervalCurves(props, estimate(props));
  expect(curves.map(({ rate }) => rate)).toEqual(["llama-3", "rsc-1"]);
  for (const { best, points } of curves)
    expect(Math.max(...points.map(({ goodput }) => goodput))).toBeLessThanOrEqual(best.goodput + 1e-9);
  expect(curves[1]!.best.goodput).toBeLessThan(curves[0]!.best.goodput);
});

test("Lustre that writes sooner never costs less, and writes as soon as it says", () => {
  const points = storageCurve(props);
  expect(points).toHaveLength(15);
  for (const [at, { usdPerMonth, writeMBps, withinSeconds }] of points.entries()) {
    expect((14 * 8e9) / 1e6 / writeMBps).toBeLessThanOrEqual(withinSeconds * (1 + 1e-9));
    if (at > 0) expect(usdPerMonth).toBeGreaterThanOrEqual(points[at - 1]!.usdPerMonth);
  }
});

test("more nodes take fewer days, and the best of them has an efficiency of one", () => {
  const points = nodesCurve(props);
  expect(points.map(({ nodes }) => nodes)).toEqual([1, 2, 4]);
  for (const [at, { days }] of points.entries()) if (at > 0) expect(days).toBeLessThan(points[at - 1]!.days);
  expect(Math.max(...points.map(({ efficiency }) => efficiency))).toBe(1);
});
