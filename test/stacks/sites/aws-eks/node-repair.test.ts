import { sample, type Change } from "../../../helpers/environment";
import { synthStacks } from "../../../helpers/stacks";
import type { Json } from "../../../helpers/synth";

const slurm = (change: Change): Json => synthStacks(sample(change).env)["slurm"]?.resource ?? {};
const of = (resources: Json, type: string): Json[] => Object.values<Json>(resources[type] ?? {});
const named = (resources: Json, type: string): string[] =>
  of(resources, type).map((one) => String(one.name ?? one.service_account));

const repair = (written: object): Change => ({ slurm: { health: { repair: written } } });

test("repairs may end instances of the groups of this cluster that they repair, and nothing else", () => {
  const resources = slurm(repair({ mode: "on" }));
  const [policy] = of(resources, "aws_iam_role_policy").filter(({ policy: text }) => text.includes("ReplaceNodes"));
  expect(JSON.parse(policy!.policy).Statement).toEqual([
    {
      Sid: "ReplaceNodes",
      Effect: "Allow",
      Action: "autoscaling:TerminateInstanceInAutoScalingGroup",
      Resource: expect.stringMatching(
        /^arn:aws:autoscaling:us-\w+-\d:\d{12}:autoScalingGroup:\*:autoScalingGroupName\/eks-\*$/,
      ),
      Condition: {
        StringEquals: {
          "aws:ResourceTag/eks:cluster-name": "sample",
          "aws:ResourceTag/eks:nodegroup-name": ["sample-h100"],
        },
      },
    },
  ]);
  const [pods] = of(resources, "aws_eks_pod_identity_association").filter(
    (one) => one.service_account === "node-repair",
  );
  expect(pods).toMatchObject({ namespace: "slurm" });
  const [release] = of(resources, "helm_release").filter(({ name }) => name === "slurm-node-repair");
  // a pod that is there before its role has no credentials
  expect(release.depends_on.join(" ")).toContain("aws_eks_pod_identity_association.node-repair");
});

test.each([
  ["in a dry run", repair({})],
  ["without replacement", repair({ mode: "on", steps: ["restart", "reset", "reboot"] })],
])("%s there is a pod, and no role", (_, change) => {
  const resources = slurm(change);
  expect(named(resources, "helm_release")).toContain("slurm-node-repair");
  expect(JSON.stringify(of(resources, "aws_iam_role_policy"))).not.toContain("ReplaceNodes");
});

test("nobody repairs where config says nothing, or switches it off", () => {
  expect(named(slurm({}), "helm_release")).not.toContain("slurm-node-repair");
  expect(named(slurm(repair({ mode: "off" })), "helm_release")).not.toContain("slurm-node-repair");
});
