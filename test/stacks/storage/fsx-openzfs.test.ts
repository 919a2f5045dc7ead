import { sample } from "../../helpers/environment";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const home = {
  kind: "fsx-openzfs",
  deployment: "single-az-ha-2",
  throughputMBps: 640,
  capacityGiB: 4096,
  zone: "us-east-1a",
};
const { env } = sample({ storage: { home }, slurm: { users: { jane: { uid: 20001 } } } });
const stacks = synthStacks(env);
const storage: Json = stacks["storage"];
const system: Json = storage.resource.aws_fsx_openzfs_file_system.storage_home;

test("its address follows from the name of the volume, for ever, and it refuses to be destroyed or dropped from config", () => {
  expect(Object.keys(storage.resource.aws_fsx_openzfs_file_system)).toEqual(["storage_home"]);
  expect(storage.resource.aws_security_group.storage_home_security_group).toBeDefined();
  expect(system.lifecycle.prevent_destroy).toBe(true);
  expect(storage.resource.terraform_data.holds_data.for_each).toContain("aws_fsx_openzfs_file_system.storage_home");
});

test("it is encrypted with the key of the stack, which FSx may use, once for all kinds of FSx", () => {
  expect(system.kms_key_id).toContain("aws_kms_key.storage_key");
  const statements: Json[] = JSON.parse(storage.resource.aws_kms_key.storage_key.policy).Statement;
  expect(statements.filter(({ Sid }) => Sid === "FsxFileSystems")).toHaveLength(1);
});

test("it has daily backups and a last one in production, and none that nobody asked for in development", () => {
  expect([system.automatic_backup_retention_days, system.skip_final_backup]).toEqual([7, false]);
  const trial = synthStacks(sample({ profile: "development", storage: { home } }).env)["storage"]!;
  expect(trial.resource.aws_fsx_openzfs_file_system.storage_home.automatic_backup_retention_days).toBe(0);
});

test("root of pods is root on it, writes are on disk when they are answered, and nodes alone come in", () => {
  const [volume] = [system.root_volume_configuration].flat();
  const [client] = [volume.nfs_exports].flat()[0].client_configurations;
  expect(client).toEqual({ clients: "*", options: ["rw", "crossmnt", "sync", "no_root_squash"] });
  const rules = Object.values<Json>(storage.resource.aws_vpc_security_group_ingress_rule).filter(
    ({ security_group_id: id }) => JSON.stringify(id).includes("storage_home_security_group"),
  );
  expect(rules.map(({ from_port: from, to_port: to }) => [from, to])).toEqual([[2049, 2049]]);
});

test("pods mount its root over NFS 4.2 by the driver, and homes are on it", () => {
  const [volume] = valuesOf(releases(stacks["platform"])["slurm/volume-home"]).objects as [Json];
  expect(volume.spec.csi.driver).toBe("nfs.csi.k8s.io");
  expect(volume.spec.csi.volumeAttributes.share).toBe("/fsx");
  expect(volume.spec.csi.volumeAttributes.server).toContain("storage_volumes_home_dns_name");
  expect(volume.spec.mountOptions).toEqual(["nfsvers=4.2", "proto=tcp", "hard", "nconnect=16"]);
  const slurm: Json = valuesOf(releases(stacks["slurm"])["slurm/slurm"]);
  expect(slurm.nodesets.h100.slurmd.volumeMounts).toContainEqual({ name: "storage-home", mountPath: "/home" });
  expect(JSON.stringify(stacks["slurm"])).toContain("/home/jane");
});

test("two Lustre file systems and OpenZFS stand side by side", () => {
  const fast = { kind: "fsx-lustre", deployment: "scratch-2", capacityGiB: 2400 };
  const { resource } = synthStacks(sample({ storage: { fast, home } }).env)["storage"]!;
  expect(Object.keys(resource.aws_fsx_lustre_file_system).sort()).toEqual(["lustre", "storage_fast"]);
  expect(Object.keys(resource.aws_fsx_openzfs_file_system)).toEqual(["storage_home"]);
});

describe("in two zones", () => {
  const twice = { ...home, deployment: "multi-az-1", standbyZone: "us-east-1b", endpointCidr: "10.20.255.240/28" };
  const made = synthStacks(sample({ storage: { home: twice } }).env);
  const [network, place] = [made["network"]!, made["storage"]!];
  const tables = (from: Json): Json[] =>
    Object.values<Json>(from.resource.aws_route_table).filter(({ tags }) => tags.Name.includes("private"));

  test("it has a subnet in each, serves in the first, and its address in a block of its own", () => {
    const file: Json = place.resource.aws_fsx_openzfs_file_system.storage_home;
    expect(file).toMatchObject({ deployment_type: "MULTI_AZ_1", endpoint_ip_address_range: "10.20.255.240/28" });
    expect(file.subnet_ids).toHaveLength(2);
    expect(file.preferred_subnet_id).toBe(file.subnet_ids[0]);
    expect(file.lifecycle.prevent_destroy).toBe(true);
  });

  test("FSx knows every private route table, and may turn its route: Terraform takes the tag from none", () => {
    const { route_table_ids: ids } = place.resource.aws_fsx_openzfs_file_system.storage_home;
    expect(ids).toHaveLength(tables(network).length);
    expect(JSON.stringify(place)).toContain("private_route_table_ids_us_east_1a");
    expect(tables(network).map(({ tags }) => tags.AmazonFSx)).toEqual(tables(network).map(() => "ManagedByAmazonFSx"));
  });

  test("other environments publish no route tables and tag none", () => {
    expect(tables(stacks["network"]!).some(({ tags }) => "AmazonFSx" in tags)).toBe(false);
    expect(JSON.stringify(stacks["network"])).not.toContain("private_route_table_ids");
  });

  test("its price is not that of one in one zone", () => {
    const items = (prices: object) =>
      sample({ storage: { home: twice }, prices }).env.cost.items.find(({ label }) => label.startsWith("OpenZFS"));
    const own = (usd: number) => ({ usd, agreement: "contract", asOf: "2026-01-01" });
    const other = { "fsx-openzfs/single-az-ha/storage": own(1), "fsx-openzfs/single-az-ha/throughput": own(1) };
    expect(items(other)).toMatchObject({ usdPerMonth: null, note: "price of storage and throughput unknown" });
    const of = { "fsx-openzfs/multi-az/storage": own(0.2), "fsx-openzfs/multi-az/throughput": own(0.5) };
    expect(items(of)?.usdPerMonth).toBeCloseTo(4096 * 0.2 + 640 * 0.5, 5);
  });
});

test("it costs what its parts cost, and what is unknown of a part is told", () => {
  const item = (prices: object) =>
    sample({ storage: { home: { ...home, iops: 20000 } }, prices }).env.cost.items.find(({ label }) =>
      label.startsWith("OpenZFS"),
    );
  const own = (usd: number) => ({ usd, agreement: "contract", asOf: "2026-01-01" });
  expect(item({})).toMatchObject({ usdPerMonth: null });
  const known = item({
    "fsx-openzfs/single-az-ha/storage": own(0.1),
    "fsx-openzfs/single-az-ha/throughput": own(0.5),
    "fsx-openzfs/single-az-ha/iops": own(0.01),
  });
  expect(known?.usdPerMonth).toBeCloseTo(4096 * 0.1 + 640 * 0.5 + (20000 - 3 * 4096) * 0.01, 5);
});
