import { DRIVER_LABELS, drivenBy } from "../../../config/gpu/driver";
import { hybridPools } from "../../../config/sites/aws-eks/hybrid/pool";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";
import { sample, type Change } from "../../helpers/environment";
import { hybrid } from "../../helpers/hybrid";
import { valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const labelsOf = (change: Change) => {
  const { env } = sample(change);
  const named = [
    ...ec2Groups(env).map(({ name, machines: { labels } }) => [name, labels] as const),
    ...hybridPools(env).map(({ name, hybrid: { labels } }) => [name, labels] as const),
  ];
  return Object.fromEntries(
    named.map(([name, labels]) => [name, DRIVER_LABELS.filter((label) => labels[label] === "false").length]),
  );
};
const MIXED = hybrid({}, { driver: "operator" });

test("a pool says whose its driver is, and else the environment does", () => {
  const names = (change: Change) => drivenBy(sample(change).env, "operator").map(({ name }) => name);
  expect(names(hybrid())).toEqual([]);
  expect(names(MIXED)).toEqual(["onsite"]);
  expect(names({ ...hybrid({}, { driver: "host" }), gpu: { driver: "operator" } })).not.toContain("onsite");
});

test("nodes whose hosts have a driver keep the operator's away, where it brings one to others", () => {
  expect(labelsOf(MIXED)).toMatchObject({ h100: 2, cpu: 0, onsite: 0 });
  expect(labelsOf(hybrid())).toMatchObject({ h100: 0, onsite: 0 });
  expect(labelsOf({ ...hybrid({}, { driver: "host" }), gpu: { driver: "operator" } })).toMatchObject({
    h100: 0,
    onsite: 2,
  });
});

test("the operator installs driver and toolkit where one pool asks for them", () => {
  const driverOf = (change: Change): Json => {
    const releases: Json[] = Object.values(synthStacks(sample(change).env)["platform"]?.resource.helm_release);
    const { driver, toolkit } = valuesOf(releases.find(({ name }) => name === "gpu-operator"));
    return [driver.enabled, toolkit.enabled];
  };
  expect(driverOf({ ...MIXED, slurm: null })).toEqual([true, true]);
  expect(driverOf({ ...hybrid(), slurm: null })).toEqual([false, false]);
});
