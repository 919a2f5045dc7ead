import { valuesOf } from "../../helpers/release";
import { sample, type Change } from "../../helpers/environment";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const IMAGE = `registry.example.com/tiers@sha256:${"0".repeat(64)}`;
const LINKED = { archive: { every: 5000 }, agent: { image: IMAGE } };
const platformOf = (checkpoints: Change, more: Change = {}) =>
  synthStacks(sample({ ...more, checkpoints }).env)["platform"]!;

function installed(platform: Json): Record<string, Json> | undefined {
  const release = Object.values<Json>(platform.resource.helm_release).find(({ name }) => name === "checkpoint-tiers");
  return release && Object.fromEntries(valuesOf(release).objects.map((one: Json) => [one.kind, one]));
}
const policyOf = (objects: Record<string, Json>) =>
  JSON.parse(objects["ConfigMap"].data["checkpoint-tiers.json"]) as Json;

const platform = platformOf(LINKED);
const objects = installed(platform)!;
const pod = objects["Deployment"].spec.template.spec as Json;
const [container] = pod.containers as Json[];

test("one pod reads the folder of the tier, writes nothing there, and may do nothing on its node", () => {
  expect(objects["Deployment"].spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
  expect(pod.volumes).toContainEqual({
    name: "warm",
    persistentVolumeClaim: { claimName: "lustre", readOnly: true },
  });
  expect(container!.volumeMounts).toContainEqual({
    name: "warm",
    mountPath: "/checkpoints",
    subPath: "checkpoints",
    readOnly: true,
  });
  expect(container!.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"], add: ["DAC_READ_SEARCH"] },
  });
  expect([container!.image, pod.automountServiceAccountToken]).toEqual([IMAGE, false]);
});

test("what a linked file system exports by itself is not copied again: milestones are", () => {
  expect(policyOf(objects)).toMatchObject({
    whole: "sums",
    warm: { path: "/checkpoints", prune: false },
    cold: { prefix: "checkpoints/", linked: true, prune: false },
    archive: { prefix: "archive/", every: 5000 },
  });
  expect(Object.keys(objects["ConfigMap"].data as object)).toEqual(
    expect.arrayContaining(["tiers.py", "tier_bucket.py"]),
  );
});

test("its role is of its account alone, reaches the two prefixes, and deletes nothing", () => {
  const associations = Object.values<Json>(platform.resource.aws_eks_pod_identity_association);
  expect(associations).toContainEqual(
    expect.objectContaining({ service_account: "checkpoint-tiers", namespace: "slurm" }),
  );
  const policies = Object.entries<Json>(platform.resource.aws_iam_role_policy).filter(([id]) => id.includes("tiers"));
  expect(policies).toHaveLength(1);
  const text = JSON.stringify(policies[0]![1]);
  expect(text).not.toContain("Delete");
  expect(text).toContain("/checkpoints/*");
  expect(text).toContain("/archive/*");
  expect(JSON.stringify(Object.values<Json>(platform.resource.aws_iam_role))).toContain("sample-tiers");
});

test("it comes after its volume and its role, and anew with another policy", () => {
  const release = Object.values<Json>(platform.resource.helm_release).find(({ name }) => name === "checkpoint-tiers")!;
  const names = release.depends_on.map((at: string) => platform.resource.helm_release?.[at.split(".")[1] ?? ""]?.name);
  expect(names).toContain("volume-lustre");
  expect(JSON.stringify(release.depends_on)).toContain("aws_eks_pod_identity_association");
  const hash = (of: Record<string, Json>) =>
    of["Deployment"].spec.template.metadata.annotations["railyard.dev/config"] as string;
  expect(hash(installed(platformOf({ ...LINKED, archive: { every: 7000 } }))!)).not.toBe(hash(objects));
});

test("where no Lustre is linked it copies a folder of the volume that config names", () => {
  const home = { kind: "efs", mountPath: "/home" };
  const change = { lustre: null, storage: { home } };
  const found = installed(
    platformOf({ agent: { image: IMAGE, volume: "home", path: "/runs", whole: ".metadata" } }, change),
  )!;
  expect(policyOf(found)).toMatchObject({ whole: ".metadata", cold: { linked: false, checksums: true } });
  const mounts = found["Deployment"].spec.template.spec.containers[0].volumeMounts as Json[];
  expect(mounts).toContainEqual(expect.objectContaining({ mountPath: "/checkpoints", subPath: "runs" }));
});

test("Prometheus is told of it where there is one, and without the key nothing is there", () => {
  expect(objects["PodMonitor"].spec.podMetricsEndpoints).toEqual([expect.objectContaining({ port: "metrics" })]);
  expect(installed(platformOf(LINKED, { monitoring: { enabled: false } }))!["PodMonitor"]).toBeUndefined();
  expect(installed(platformOf({ archive: { every: 5000 } }))).toBeUndefined();
  expect(() => platformOf({ archive: { every: 5000 }, agent: {} })).toThrow("which a rule refuses");
});
