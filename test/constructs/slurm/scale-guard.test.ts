import { scaleGuard } from "../../../constructs/slurm/scale-guard";
import { sample, type Change } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const guard = (...nodeSets: string[]) => scaleGuard({ namespace: "slurm", nodeSets, kedaNamespace: "keda" });

test("each NodeSet that may have no node is asked about by its own name, and no other", () => {
  const [policy, ...bindings] = guard("slurm-worker-a", "slurm-worker-b");
  expect(policy).toMatchObject({
    kind: "ValidatingAdmissionPolicy",
    spec: {
      failurePolicy: "Fail",
      matchConditions: [{ expression: 'request.userInfo.username == "system:serviceaccount:keda:keda-operator"' }],
    },
  });
  expect(bindings).toMatchObject(
    ["slurm-worker-a", "slurm-worker-b"].map((name) => ({
      metadata: { name: `slurm-scaling-${name}` },
      spec: {
        policyName: "slurm-scaling",
        paramRef: { name, namespace: "slurm", parameterNotFoundAction: "Deny" },
        matchResources: {
          resourceRules: [{ resources: ["nodesets/scale"], resourceNames: [name] }],
        },
        validationActions: ["Deny"],
      },
    })),
  );
});

test("where none may be without a node there is nothing to guard", () => {
  expect(guard()).toEqual([]);
});

const guarded = (pool: object, rest: Change = {}): string[] => {
  const change = {
    slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
    ...rest,
    nodeGroups: { cpu: { scaledBy: { kind: "karpenter" }, ...pool } },
  };
  const releases = Object.values<Json>(synthStacks(sample(change).env)["slurm"]?.resource?.helm_release ?? {});
  const scaling = releases.find((one) => one["name"] === "slurm-scaling")!;
  const { objects } = JSON.parse((scaling["values"] as string[])[0]!) as { objects: Json[] };
  return objects
    .filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding")
    .map(({ spec }) => spec["paramRef"]["name"] as string);
};

test("pools that may go to none are guarded, those of hours too, and those with a least number are not", () => {
  expect(guarded({})).toEqual(["slurm-worker-cpu"]);
  expect(guarded({ nodes: { min: 1, max: 3 } })).toEqual([]);
  const schedule = { timezone: "Europe/Berlin", start: "08:00", end: "19:00" };
  expect(guarded({ nodes: { min: 1, max: 3 } }, { profile: "development", schedule })).toEqual(["slurm-worker-cpu"]);
});
