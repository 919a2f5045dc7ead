import { slurmLayout } from "../../stacks/slurm-layout";
import { type Change, sample } from "../helpers/environment";
import { releases, valuesOf } from "../helpers/release";
import { synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";

const ROLE = "arn:aws:iam::111122223333:role/vision";
const objects = (stacks: Record<string, Json>): Json[] =>
  valuesOf(releases(stacks["platform"])["kube-system/teams"]).objects;
const of = (change: Change) => synthStacks(sample(change).env);
const quotas = (change: Change) => {
  const { env } = sample(change);
  const found = objects(synthStacks(env)).filter(({ kind }) => kind === "ResourceQuota");
  return {
    slurm: env.slurm && slurmLayout(env, env.slurm).teams.map(({ name, gpus }) => [name, gpus ?? null]),
    kubernetes: found.map(({ metadata, spec }) => [metadata.namespace, spec.hard]),
  };
};

test("a team is a namespace with a quota, and its groups may edit what is in it", () => {
  const made = objects(of({ teams: { vision: { gpus: 16, namespace: { groups: ["oidc:vision"] } } } }));
  expect(made.map(({ kind }) => kind)).toEqual(["Namespace", "ResourceQuota", "RoleBinding"]);
  const [namespace, , binding] = made;
  expect(namespace.metadata).toMatchObject({ name: "vision", annotations: { "helm.sh/resource-policy": "keep" } });
  expect(binding.metadata.namespace).toBe("vision");
  expect(binding.roleRef).toMatchObject({ kind: "ClusterRole", name: "edit" });
  expect(binding.subjects.map(({ kind, name }: Json) => [kind, name])).toEqual([
    ["Group", "railyard:vision"],
    ["Group", "oidc:vision"],
  ]);
});

test("members have an access entry with the groups of their teams, and no policy", () => {
  const namespace = { members: [ROLE] };
  const { cluster } = of({ teams: { vision: { namespace }, language: { namespace } } });
  const entries = Object.values<Json>(cluster.resource.aws_eks_access_entry);
  expect(entries.find((entry) => entry.principal_arn === ROLE)).toMatchObject({
    kubernetes_groups: ["railyard:vision", "railyard:language"],
    type: "STANDARD",
  });
  expect(entries).toHaveLength(2);
  expect(Object.values(cluster.resource.aws_eks_access_policy_association)).toHaveLength(1);
});

describe("GPUs of a team in Slurm and in its namespace add up to what it may use", () => {
  const REQUESTS = "requests.nvidia.com/gpu";

  test("where Slurm has them all, the namespace has none", () => {
    expect(quotas({ teams: { vision: { gpus: 16 } } })).toEqual({
      slurm: [["vision", 16]],
      kubernetes: [["vision", { [REQUESTS]: "0" }]],
    });
  });

  test("what the namespace is given is taken off the jobs", () => {
    expect(quotas({ teams: { vision: { gpus: 16, namespace: { gpus: 6 } } } })).toEqual({
      slurm: [["vision", 10]],
      kubernetes: [["vision", { [REQUESTS]: "6" }]],
    });
  });

  test("without Slurm the namespace has them all", () => {
    expect(quotas({ slurm: null, teams: { vision: { gpus: 16 } } })).toEqual({
      slurm: null,
      kubernetes: [["vision", { [REQUESTS]: "16" }]],
    });
  });

  test("a team without a limit has none anywhere", () => {
    expect(quotas({ teams: { vision: null, open: {} } })).toEqual({ slurm: [["open", null]], kubernetes: [] });
  });

  test("devices of claims are counted where claims hand them out", () => {
    const dra = { gpu: { allocation: "dra" }, slurm: null, teams: { vision: { gpus: 16 } } };
    expect(quotas(dra).kubernetes).toEqual([
      ["vision", { "gpu.nvidia.com.deviceclass.resource.k8s.io/devices": "16" }],
    ]);
  });
});
