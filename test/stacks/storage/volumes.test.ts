import { sample } from "../../helpers/environment";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const { env } = sample({
  storage: {
    fast: { kind: "fsx-lustre", deployment: "scratch-2", capacityGiB: 2400 },
    homes: { kind: "efs", teams: true },
  },
  slurm: { users: { jane: { uid: 20001 } } },
  teams: { vision: { namespace: { groups: ["oidc:vision"] } } },
});
const stacks = synthStacks(env);
const storage: Json = stacks["storage"];
const slurm: Json = valuesOf(releases(stacks["slurm"])["slurm/slurm"]);
const objects = (release: string): Json[] => valuesOf(releases(stacks["platform"])[release]).objects;

test("addresses of what holds data follow from the name of the volume, for ever", () => {
  const ids = (type: string) => Object.keys(storage.resource[type] ?? {}).sort();
  expect(ids("aws_fsx_lustre_file_system")).toEqual(["lustre", "storage_fast"]);
  expect(ids("aws_efs_file_system")).toEqual(["storage_homes"]);
  expect(ids("aws_efs_access_point")).toEqual(["storage_homes"]);
  expect(ids("aws_security_group")).toEqual([
    "lustre_security_group",
    "storage_fast_security_group",
    "storage_homes_security_group",
  ]);
});

test("everything that holds files refuses to be destroyed, and to be dropped from config", () => {
  const { for_each: list } = storage.resource.terraform_data.holds_data;
  for (const address of ["aws_fsx_lustre_file_system.storage_fast", "aws_efs_file_system.storage_homes"]) {
    const [type, id] = address.split(".") as [string, string];
    expect(storage.resource[type][id].lifecycle.prevent_destroy).toBe(true);
    expect(list).toContain(address);
  }
});

test("EFS is encrypted with the key of the stack, which EFS may use, and has a mount target in each zone and backups", () => {
  const system = storage.resource.aws_efs_file_system.storage_homes;
  expect(system).toMatchObject({ encrypted: true, throughput_mode: "elastic", performance_mode: "generalPurpose" });
  expect(system.kms_key_id).toContain("aws_kms_key.storage_key");
  const statements: Json[] = JSON.parse(storage.resource.aws_kms_key.storage_key.policy).Statement;
  const efs = statements.find(({ Sid }) => Sid === "EfsFileSystems");
  expect(efs?.Condition.StringEquals["kms:ViaService"]).toBe("elasticfilesystem.us-east-1.amazonaws.com");
  const targets = Object.values<Json>(storage.resource.aws_efs_mount_target);
  expect(new Set(targets.map(({ subnet_id }) => subnet_id)).size).toBe(env.network.zones.length);
  const [backups] = Object.values<Json>(storage.resource.aws_efs_backup_policy);
  expect(backups.backup_policy).toEqual({ status: "ENABLED" });
});

test("NFS comes in from the nodes alone", () => {
  const rules = Object.values<Json>(storage.resource.aws_vpc_security_group_ingress_rule).filter(
    ({ security_group_id }) => JSON.stringify(security_group_id).includes("storage_homes_security_group"),
  );
  expect(rules.map(({ from_port, to_port, ip_protocol }) => [from_port, to_port, ip_protocol])).toEqual([
    [2049, 2049, "tcp"],
  ]);
  expect(rules[0].referenced_security_group_id).toContain("cluster_security_group_id");
});

test("clients come through the access point and over TLS, and root makes homes", () => {
  const [{ policy }] = Object.values<Json>(storage.resource.aws_efs_file_system_policy) as [Json];
  const [allow, deny] = JSON.parse(policy).Statement as [Json, Json];
  expect(allow.Action).toEqual(["ClientMount", "ClientWrite", "ClientRootAccess"].map((a) => `elasticfilesystem:${a}`));
  expect(Object.keys(allow.Condition.StringEquals)).toEqual(["elasticfilesystem:AccessPointArn"]);
  expect([deny.Effect, deny.Condition.Bool]).toEqual(["Deny", { "aws:SecureTransport": "false" }]);
});

test("claims are in the namespace of Slurm, and in those of teams where the volume says so", () => {
  const [volume, claim] = objects("slurm/volume-homes") as [Json, Json];
  expect(volume.spec.csi).toMatchObject({ driver: "efs.csi.aws.com", volumeAttributes: { encryptInTransit: "true" } });
  expect(volume.spec.csi.volumeHandle).toMatch(/^\$\{local\.storage_volumes_homes_file_system_id\}::\$\{local\./);
  expect(claim.metadata).toEqual({ name: "homes", namespace: "slurm" });
  expect(
    Object.keys(releases(stacks["platform"]))
      .filter((name) => name.includes("volume-"))
      .sort(),
  ).toEqual(["slurm/volume-fast", "slurm/volume-homes", "slurm/volume-lustre", "vision/volume-homes"]);
});

test("login and compute pods mount all of them, and homes are on the one at /home", () => {
  const wanted = [
    { name: "shared", mountPath: "/fsx" },
    { name: "storage-fast", mountPath: "/fast" },
    { name: "storage-homes", mountPath: "/home" },
  ];
  for (const container of [slurm.loginsets.login.login, slurm.nodesets.h100.slurmd])
    expect(container.volumeMounts).toEqual(expect.arrayContaining(wanted));
  const paths: string[] = slurm.nodesets.h100.slurmd.volumeMounts.map(({ mountPath }: Json) => mountPath);
  expect(new Set(paths).size).toBe(paths.length);
  expect(JSON.stringify(stacks["slurm"])).toContain("\\tjane\\\\t20001\\\\t/home/jane".replaceAll("\\\\t", "\\\\t"));
});

test("a One Zone file system has one mount target, which nodes elsewhere name", () => {
  const one = synthStacks(sample({ storage: { homes: { kind: "efs", zone: "us-east-1b" } } }).env);
  expect(Object.keys(one["storage"].resource.aws_efs_mount_target)).toHaveLength(1);
  const [volume] = valuesOf(releases(one["platform"])["slurm/volume-homes"]).objects as [Json];
  expect(volume.spec.mountOptions).toEqual(["az=us-east-1b"]);
});
