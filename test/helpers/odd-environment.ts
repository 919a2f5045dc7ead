import fc from "fast-check";
import { loadEnvironments } from "../../config";
import { ConfigError } from "../../config/kernel/issues";
import { INSTANCE_TYPES } from "../../config/facts/instance-types";
import { awsOf, type AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { AwsEksInput } from "../../config/environment-input";
import { legalEnvironment } from "./arbitrary-environment";
import { NOW } from "./environment";

type Group = Exclude<AwsEksInput["nodeGroups"][string], { readonly kind: "hybrid" }>;

const KEY = "arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555";
const PUBLIC_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJqgHjQwI1Yp0pqrq8p7x9mJmSg8M6l0p3cBq8oH1TfR jane@laptop";

/** A key that is left out as often as it is there. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const cluster = fc.record(
  {
    endpoint: fc.constantFrom(
      { kind: "private" as const, privateCidrs: ["10.200.0.0/16"] },
      { kind: "public-and-private" as const, allowedCidrs: ["198.51.99.0/24"] },
    ),
    viewers: fc.constant(["arn:aws:iam::111122223333:role/viewer"]),
    auditors: fc.constant(["arn:aws:iam::111122223333:role/auditor"]),
    logs: fc.constantFrom([], ["api" as const, "audit" as const]),
    support: fc.constantFrom("standard" as const, "extended" as const),
    version: fc.constantFrom("1.35" as const, "1.36" as const),
    deletionProtection: fc.boolean(),
    systemNodes: fc.record({
      count: fc.integer({ min: 3, max: 6 }),
      instanceType: fc.constant("m7i.2xlarge" as const),
    }),
  },
  { requiredKeys: [] },
);

const checkpoints = fc.record(
  {
    bucket: fc.constantFrom(
      { kind: "existing" as const, name: "team-checkpoints", kmsKeyArn: KEY },
      { kind: "existing" as const, name: "team-checkpoints" },
    ),
    mountpoint: fc.boolean(),
    prefix: fc.constantFrom("runs/", "team=vision/"),
    warm: fc.record({ keepLast: fc.integer({ min: 1, max: 9 }) }),
  },
  { requiredKeys: [] },
);

const governance = fc.record(
  {
    alarms: fc.record({ emails: fc.constant(["ops@example.com"]) }),
    budget: fc.record({
      monthlyUsd: fc.integer({ min: 1000, max: 9_000_000 }),
      anomalies: fc.constantFrom(
        { kind: "off" as const },
        { kind: "detect" as const, minimumUsd: 500 },
        {
          kind: "monitor" as const,
          monitor: "arn:aws:ce::111122223333:anomalymonitor/11111111-2222-3333-4444-555555555555",
        },
      ),
    }),
    idle: fc.record({ afterMinutes: fc.integer({ min: 5, max: 120 }) }),
    monitoring: fc.record({ enabled: fc.boolean() }),
    lifetime: fc.constant({ expires: "2027-03-31" }),
    schedule: fc.constant({ timezone: "Europe/Zurich", start: "08:00", end: "19:00" }),
    state: fc.constant({ kind: "s3" as const }),
    ci: fc.constant({ kind: "github" as const, repository: "example/clusters" }),
    platform: fc.record({ loadBalancerController: fc.boolean() }),
  },
  { requiredKeys: [] },
);

const slurm = fc.record(
  {
    login: fc.constantFrom(
      { kind: "none" as const },
      { kind: "internal" as const, replicas: 2 },
      { kind: "internet" as const, allowedCidrs: ["198.51.99.0/24"] },
    ),
    accounting: fc.constantFrom(
      { kind: "mariadb" as const, storageGiB: 100 },
      { kind: "external" as const, host: "db.example.com", port: 3306, secretName: "slurm-db" },
    ),
    users: fc.constant({ "jane.doe": { uid: 20001, keys: [PUBLIC_KEY] } }),
    keysSecretName: fc.constant("people"),
  },
  { requiredKeys: [] },
);

const teams = fc.constantFrom<NonNullable<AwsEksInput["teams"]>>(
  { vision: { share: 10, users: ["jane.doe"] } },
  { vision: { gpus: 4, namespace: { groups: ["oidc:vision"], members: ["arn:aws:iam::111122223333:role/vision"] } } },
);

/** What a node group may have beside its type, nodes and capacity. */
const groupExtras = fc.record(
  {
    image: fc.constantFrom(
      { kind: "al2023" as const },
      { kind: "bottlerocket" as const },
      { kind: "custom" as const, imageId: "ami-0123456789abcdef0" },
    ),
    labels: fc.constant({ "example.com/rack": "r1" }),
    taints: fc.constant([{ key: "example.com/reserved", value: "vision", effect: "NoSchedule" as const }]),
    repair: fc.constant({ kind: "auto" as const, maxParallel: 1, maxUnhealthy: 1 }),
    bootScript: fc.constant("#!/bin/bash\necho '\"$HOME\" ${x}'\n"),
    maxUnavailable: fc.constant(1),
    localStorage: fc.constantFrom("raid0" as const, "mount" as const, "none" as const),
    sharing: fc.constantFrom(
      { kind: "time-slicing" as const, replicas: 4, renamed: true },
      { kind: "mps" as const, replicas: 4, renamed: false },
      { kind: "mig" as const, layout: "all-1g.10gb" },
    ),
  },
  { requiredKeys: [] },
);

function withExtras(group: Group, extras: Partial<Group>): Group {
  const { gpu } = INSTANCE_TYPES[group.instanceType];
  const { sharing, ...rest } = extras;
  const capacity =
    group.capacity?.kind === "reservation" && rest.labels
      ? { ...group.capacity, placementGroup: "train-rack" }
      : group.capacity;
  return { ...group, ...rest, ...(capacity && { capacity }), ...(gpu && sharing && { sharing }) };
}

const existingNetwork = (zones: readonly string[], cidr: string): AwsEksInput["network"] => {
  const [, octet] = cidr.split(".");
  return {
    kind: "existing",
    vpcId: "vpc-0123456789abcdef0",
    cidr,
    subnets: zones.flatMap((zone, index) => [
      {
        id: `subnet-0123456789abcde${index}0`,
        zone,
        cidr: `10.${octet}.${index * 32}.0/19`,
        tier: "private",
        freeAddresses: 8000,
      },
      { id: `subnet-0123456789abcde${index}1`, zone, cidr: `10.${octet}.${200 + index}.0/24`, tier: "public" },
    ]),
  };
};

/** One step away from an environment: what it may have beside. */
type Step = (input: AwsEksInput) => AwsEksInput;

const steps = fc
  .record({
    cluster: maybe(cluster),
    checkpoints: maybe(checkpoints),
    governance,
    slurm: maybe(slurm),
    teams: maybe(teams),
    extras: fc.array(maybe(groupExtras), { minLength: 4, maxLength: 4 }),
    used: fc.boolean(),
  })
  .map(({ cluster: ofCluster, checkpoints: tiers, governance: money, slurm: jobs, teams: people, extras, used }) => {
    const found: Step[] = [];
    for (const [name, value] of Object.entries(ofCluster ?? {}))
      found.push((input) => ({ ...input, cluster: { ...input.cluster, [name]: value } }));
    for (const [name, value] of Object.entries(money)) found.push((input) => ({ ...input, [name]: value }));
    if (used)
      found.push((input) =>
        input.network.kind === "create"
          ? { ...input, network: existingNetwork(input.network.zones, input.network.cidr) }
          : input,
      );
    for (const [name, value] of Object.entries(tiers ?? {}))
      found.push((input) => ({ ...input, checkpoints: { ...input.checkpoints, [name]: value } }));
    for (const [name, value] of Object.entries(jobs ?? {}))
      found.push((input) => (input.slurm ? { ...input, slurm: { ...input.slurm, [name]: value } } : input));
    if (people) found.push((input) => ({ ...input, teams: people }));
    for (const [index, extra] of extras.entries())
      for (const [key, value] of Object.entries(extra ?? {}))
        found.push((input) => withGroup(input, index, (group) => withExtras(group, { [key]: value })));
    return found;
  });

function withGroup(input: AwsEksInput, index: number, change: (group: Group) => Group): AwsEksInput {
  const [name, group] = Object.entries(input.nodeGroups)[index] ?? [];
  if (name === undefined || group === undefined || group.kind === "hybrid") return input;
  return { ...input, nodeGroups: { ...input.nodeGroups, [name]: change(group) } };
}

/** An environment as it was resolved, or null where a rule or the schema refuses it. */
function resolvedOrNull(input: AwsEksInput): AwsEnvironment | null {
  try {
    return awsOf(loadEnvironments({ [input.name]: () => input }, [], NOW)[0]?.resolved);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

/** As many of the steps as stay legal together. */
function asFarAsLegal(input: AwsEksInput, all: readonly Step[]): AwsEksInput {
  const whole = all.reduce((at, step) => step(at), input);
  if (all.length === 0 || resolvedOrNull(whole)) return whole;
  if (all.length === 1) return input;
  const half = Math.ceil(all.length / 2);
  return asFarAsLegal(asFarAsLegal(input, all.slice(0, half)), all.slice(half));
}

/** Legal environments with much that the plain ones lack: whatever passes the rules must pass the gate. */
export const oddEnvironment: fc.Arbitrary<AwsEksInput> = fc
  .tuple(legalEnvironment, steps)
  .map(([base, all]) => asFarAsLegal(base, all));
