import fc from "fast-check";
import { adoptedObjects } from "../../../scripts/rehearsal/adopted";
import { COST_ANOMALY_KINDS } from "../../../scripts/rehearsal/aws/cost-anomaly";
import { LAUNCH_TEMPLATE_KINDS } from "../../../scripts/rehearsal/aws/ec2/launch-template";
import { SNS_SUBSCRIPTION_KINDS } from "../../../scripts/rehearsal/aws/sns-subscription";
import type { Reference, ResourceKind } from "../../../scripts/rehearsal/cloud/resource-kind";
import type { Attributes, Value } from "../../../scripts/rehearsal/value";
import { resources } from "../../helpers/synth";
import { sample } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import { fakeCloud } from "./aws/fake-cloud";

const KINDS: Readonly<Record<string, ResourceKind>> = {
  ...COST_ANOMALY_KINDS,
  ...LAUNCH_TEMPLATE_KINDS,
  ...SNS_SUBSCRIPTION_KINDS,
};

/** Values at a path, blocks one or many. */
function at(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => at(each, path));
  const [name, ...rest] = path;
  if (name === undefined) return value == null ? [] : [value];
  return typeof value === "object" && value !== null ? at((value as Record<string, unknown>)[name], rest) : [];
}

const account = "111122223333";
const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ._-]{2,40}$/);
const uuid = fc.uuid();

/** What others have made, and an environment may name. */
const naming = fc.record({
  placementGroup: fc.option(name, { nil: undefined }),
  monitor: fc.option(
    uuid.map((id) => `arn:aws:ce::${account}:anomalymonitor/${id}`),
    { nil: undefined },
  ),
  topic: fc.option(fc.constant(`arn:aws:sns:us-east-1:${account}:others`), { nil: undefined }),
});

test("whatever an environment names that others have made is there for the stand-ins", () => {
  fc.assert(
    fc.property(naming, ({ placementGroup, monitor, topic }) => {
      const { env } = sample({
        nodeGroups: { h100: { capacity: { ...(placementGroup !== undefined && { placementGroup }) } } },
        lustre: null,
        checkpoints: null,
        slurm: null,
        budget: {
          monthlyUsd: 1000,
          anomalies: monitor === undefined ? { kind: "detect" } : { kind: "monitor", monitor },
        },
        alarms: { emails: ["costs@example.com"], ...(topic !== undefined && { topic }) },
      });
      const cloud = fakeCloud({ objects: adoptedObjects(env), region: "us-east-1", account });
      const stacks = synthStacks(env);
      const missing: string[] = [];
      for (const json of [stacks["governance"]!, stacks["nodes"]!])
        for (const [type, kind] of Object.entries(KINDS))
          for (const resource of Object.values(resources(json, { tfResourceType: type })))
            missing.push(...(kind.references ?? []).flatMap((each) => lacking(each, resource, cloud)));
      expect(missing).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

function lacking(
  { path, to, by = "id" }: Reference,
  resource: Attributes,
  cloud: ReturnType<typeof fakeCloud>,
): string[] {
  return at(resource, path.split("."))
    .filter((value): value is string => typeof value === "string" && !value.includes("${"))
    .filter(
      (value) => !to.some((type) => cloud.all(type).some(({ attributes }) => (attributes[by] as Value) === value)),
    )
    .map((value) => `${path} ${value}`);
}
