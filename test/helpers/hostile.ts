import { updated, type Planned } from "./plan";

/** What hostile changes are put together from. */

export type Json = Readonly<Record<string, unknown>>;
export type Case = readonly [name: string, resource: Planned, words: RegExp];

export const OTHER = "999988887777";
export const OWN = "111122223333";
export const ROOT = { AWS: `arn:aws:iam::${OWN}:root` };
export const role = (name: string) => `arn:aws:iam::${OWN}:role/${name}`;

export const policy = (...statements: readonly Json[]) =>
  JSON.stringify({ Version: "2012-10-17", Statement: statements });
export const allow = (more: Json = {}): Json => ({
  Effect: "Allow",
  Action: "s3:GetObject",
  Resource: "arn:aws:s3:::b/*",
  ...more,
});
export const deny = (more: Json = {}): Json => ({
  Effect: "Deny",
  Principal: "*",
  Action: "s3:*",
  Resource: "*",
  ...more,
});

export const rights = (before: string, after: string) =>
  updated("aws_iam_role_policy.jobs", { role: "jobs", name: "p", policy: before }, { policy: after });
export const bucket = (before: string, after: string) =>
  updated("aws_s3_bucket_policy.b", { bucket: "b", policy: before }, { policy: after });
export const trust = (before: string, after: string) =>
  updated("aws_iam_role.jobs", { name: "jobs", assume_role_policy: before }, { assume_role_policy: after });
export const pods = (...services: string[]) =>
  policy({ Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: services } });
export const release = (name: string, before: unknown, after: unknown, more: Json = {}) => {
  const values = { name, chart: name, repository: "https://helm.ngc.nvidia.com/nvidia", version: "v1.2.0" };
  return updated(
    `helm_release.${name}`,
    { ...values, values: [JSON.stringify(before)] },
    { values: [JSON.stringify(after)], ...more },
  );
};
export const objects = (...all: readonly Json[]) => release("jobs", {}, { objects: all });
export const clusterRole = (rule: Json) =>
  objects({ kind: "ClusterRole", metadata: { name: "x" }, rules: [{ apiGroups: [""], ...rule }] });
export const clusterBinding = (name: string, subject: Json) =>
  objects({
    kind: "ClusterRoleBinding",
    metadata: { name: "x" },
    roleRef: { kind: "ClusterRole", name },
    subjects: [subject],
  });
export const volume = (spec: Json) => ({
  objects: [
    {
      kind: "PersistentVolume",
      metadata: { name: "jobs-checkpoints" },
      spec: { persistentVolumeReclaimPolicy: "Retain", ...spec },
    },
  ],
});
export const mounted = (...mountOptions: string[]) =>
  volume({ mountOptions, csi: { driver: "s3.csi.aws.com", volumeHandle: "b" } });
export const access = (more: Json): Json => ({
  principal_arn: role("x"),
  access_scope: [{ type: "cluster" }],
  ...more,
});
export const eksPolicy = (name: string) => ({ policy_arn: `arn:aws:eks::aws:cluster-access-policy/${name}` });
export const rule = { security_group_id: "sg", ip_protocol: "tcp", from_port: 443, to_port: 443 };
