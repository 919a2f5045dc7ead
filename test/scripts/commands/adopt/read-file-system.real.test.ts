import { CreateFileSystemCommand, FSxClient } from "@aws-sdk/client-fsx";
import { plannedResources, type Places } from "../../../../scripts/commands/adopt/planned";
import { readFileSystem } from "../../../../scripts/commands/adopt/read-file-system";
import { awsAccess } from "../../../../scripts/lib/aws/access";
import { sample, type Change } from "../../../helpers/environment";
import { describeWithMoto } from "../../../helpers/moto";
import { awsError, canned, type Canned } from "./canned";
import { makeGroup, makeVpc } from "./hand-made";

const SYSTEM = {
  FileSystemId: "fs-0123456789abcdef0",
  FileSystemType: "LUSTRE",
  FileSystemTypeVersion: "2.15",
  StorageType: "SSD",
  StorageCapacity: 4800,
  SubnetIds: ["subnet-0000000000000000a"],
  VpcId: "vpc-0123456789abcdef0",
  NetworkInterfaceIds: ["eni-1", "eni-2"],
  KmsKeyId: "arn:aws:kms:us-east-1:111122223333:key/a",
  LustreConfiguration: {
    DeploymentType: "PERSISTENT_2",
    PerUnitStorageThroughput: 250,
    EfaEnabled: true,
    DataCompressionType: "LZ4",
    MetadataConfiguration: { Mode: "AUTOMATIC", Iops: 6000 },
  },
};
const groups = (...ids: string[]) => ({ NetworkInterfaces: [{ Groups: ids.map((GroupId) => ({ GroupId })) }] });
const rule = (id: string, GroupId: string, peer: string, IsEgress = false) => ({
  SecurityGroupRuleId: id,
  GroupId,
  IsEgress,
  IpProtocol: "tcp",
  FromPort: 988,
  ToPort: 988,
  ReferencedGroupInfo: { GroupId: peer },
});
const ANSWERS: Canned = {
  DescribeFileSystems: { FileSystems: [SYSTEM] },
  DescribeNetworkInterfaces: groups("sg-1"),
  DescribeCluster: { cluster: { resourcesVpcConfig: { clusterSecurityGroupId: "sg-nodes" } } },
  DescribeSecurityGroupRules: {
    SecurityGroupRules: [
      rule("sgr-1", "sg-1", "sg-1"),
      rule("sgr-2", "sg-1", "sg-nodes"),
      rule("sgr-3", "sg-nodes", "sg-1", true),
    ],
  },
  DescribeDataRepositoryAssociations: {
    Associations: [
      { AssociationId: "dra-1", FileSystemPath: "/checkpoints", DataRepositoryPath: "s3://existing/checkpoints/" },
      { AssociationId: "dra-2", FileSystemPath: "/data", DataRepositoryPath: "s3://data" },
    ],
  },
};

/** Its subnet is the one of the config. */
const HOME: Change = {
  adopt: {
    vpc: { id: "vpc-0123456789abcdef0", parts: { "vpc/subnet-private-us-east-1a": "subnet-0000000000000000a" } },
    fileSystem: { id: "fs-0123456789abcdef0" },
  },
};

const subnet = (id: string, zone: string, cidr: string) => ({ id, zone, cidr, tier: "private" });
const EXISTING: Change = {
  network: {
    kind: "existing",
    vpcId: "vpc-0123456789abcdef0",
    cidr: "10.20.0.0/16",
    subnets: [
      subnet("subnet-0000000000000000a", "us-east-1a", "10.20.0.0/18"),
      subnet("subnet-0000000000000000b", "us-east-1b", "10.20.64.0/18"),
    ],
  },
};

const known = new Map<string, Places>();

/** Synthesized once for each config. */
function placesOf(change: Change): Places {
  const key = JSON.stringify(change);
  const places = known.get(key) ?? plannedResources({ ...sample(change).env, adopt: null }).get("storage")!;
  known.set(key, places);
  return places;
}

async function read(answers: Canned, change: Change = HOME, id = "fs-0123456789abcdef0") {
  const environment = sample(change).env;
  const places = placesOf(change);
  const aws = awsAccess({ region: "us-east-1", env: process.env, answers: canned(answers) });
  return readFileSystem({ aws, environment, places, id });
}

test("a file system is told with its group, the rules that the stack has, too, and its link", async () => {
  const { parts, obstacles, notes } = await read(ANSWERS);
  expect([obstacles, notes]).toEqual([[], []]);
  const [system, ...rest] = parts;
  expect(system).toMatchObject({
    place: "lustre/file-system",
    actual: {
      storage_capacity: 4800,
      per_unit_storage_throughput: 250,
      kms_key_id: "arn:aws:kms:us-east-1:111122223333:key/a",
      copy_tags_to_backups: false,
      "metadata_configuration.mode": "AUTOMATIC",
      "log_configuration.level": "DISABLED",
      import_path: null,
    },
  });
  expect(rest).toEqual([
    { place: "lustre-security-group/lustre", id: "sg-1", actual: {} },
    { place: "lustre-security-group/in-cluster-nodes-988", id: "sgr-2", actual: {} },
    { place: "lustre-security-group/in-self-988", id: "sgr-1", actual: {} },
    { place: "lustre-security-group/out-cluster-nodes-side-988", id: "sgr-3", actual: {} },
    {
      place: "repositories/checkpoints",
      id: "dra-1",
      actual: { file_system_path: "/checkpoints", data_repository_path: "s3://existing/checkpoints/" },
    },
  ]);
});

test("a file system that another environment or another tool has is told", async () => {
  const Tags = [
    { Key: "railyard:environment", Value: "other" },
    { Key: "managed-by", Value: "terraform" },
  ];
  const { obstacles, notes } = await read({ ...ANSWERS, DescribeFileSystems: { FileSystems: [{ ...SYSTEM, Tags }] } });
  expect(obstacles.map(({ text }) => text)).toEqual([expect.stringContaining("is of the environment other")]);
  expect(notes).toEqual([expect.stringContaining("has the tag managed-by=terraform")]);
});

test("of several groups the first is adopted; without any, a person has to open it", async () => {
  const several = await read({ ...ANSWERS, DescribeNetworkInterfaces: groups("sg-1", "sg-2") });
  expect(several.notes).toEqual([expect.stringContaining("has the security groups sg-1, sg-2")]);
  const none = await read({ ...ANSWERS, DescribeNetworkInterfaces: { NetworkInterfaces: [] } });
  expect(none.notes).toEqual([expect.stringContaining("has no security group that AWS tells")]);
  expect(none.parts.map(({ place }) => place)).toEqual(["lustre/file-system", "repositories/checkpoints"]);
});

test("the default group of a VPC that would be managed is refused, since it loses its rules", async () => {
  const NetworkInterfaces = [{ Groups: [{ GroupId: "sg-1", GroupName: "default" }] }];
  const answers = { ...ANSWERS, DescribeNetworkInterfaces: { NetworkInterfaces } };
  expect((await read(answers)).obstacles).toEqual([
    {
      text: "fs-0123456789abcdef0 has the default security group of its VPC (sg-1), whose rules go with a VPC that Terraform manages: its clients would be cut off",
      fix: 'use the VPC without managing it: write network: { kind: "existing", … }',
    },
  ]);
  const { obstacles } = await read(answers, EXISTING);
  expect(obstacles.filter(({ text }) => text.includes("default security group"))).toEqual([]);
});

test("the rules of its group are told without a cluster, too", async () => {
  const { parts } = await read({ ...ANSWERS, DescribeCluster: awsError("ResourceNotFoundException", "none") });
  expect(parts.map(({ id }) => id)).toEqual(["fs-0123456789abcdef0", "sg-1", "sgr-1", "dra-1"]);
});

test("a file system in a subnet that would be new cannot be part of the environment", async () => {
  const { obstacles } = await read(ANSWERS, { adopt: { fileSystem: { id: "fs-0123456789abcdef0" } } });
  expect(obstacles).toEqual([
    {
      text: "fs-0123456789abcdef0 stands in subnet-0000000000000000a of vpc-0123456789abcdef0; the private subnet of us-east-1a, where the config puts it, would be new",
      fix: expect.stringContaining("--vpc vpc-0123456789abcdef0"),
    },
  ]);
});

test("a file system in another zone of an existing network: that zone is to be written", async () => {
  const { obstacles } = await read(
    { ...ANSWERS, DescribeFileSystems: { FileSystems: [{ ...SYSTEM, SubnetIds: ["subnet-0000000000000000b"] }] } },
    EXISTING,
  );
  expect(obstacles).toEqual([
    { text: expect.stringContaining("is subnet-0000000000000000a"), fix: 'write lustre.zone: "us-east-1b"' },
  ]);
});

test("a file system that is no Lustre is refused", async () => {
  const other = { FileSystems: [{ FileSystemId: "fs-0123456789abcdef0", FileSystemType: "OPENZFS" }] };
  const { obstacles } = await read({ ...ANSWERS, DescribeFileSystems: other });
  expect(obstacles[0]!.text).toBe("fs-0123456789abcdef0 is of type OPENZFS");
});

test("a file system that is not there is told, with those that are", () =>
  expect(
    read({
      DescribeFileSystems: ({ FileSystemIds }: { FileSystemIds?: string[] }) =>
        FileSystemIds
          ? awsError("FileSystemNotFound", "no")
          : { FileSystems: [{ FileSystemId: "fs-0123456789abcdef1" }] },
    }),
  ).rejects.toThrow("there are fs-0123456789abcdef1.\ndid you mean fs-0123456789abcdef1?"));

describeWithMoto("an existing file system, asked of a server that speaks the AWS API", () => {
  test("is told as AWS would tell it", async () => {
    const { vpcId, subnetIds } = await makeVpc("10.20.0.0/16", { "private-a": ["us-east-1a", "10.20.0.0/19"] });
    const { FileSystem } = await awsAccess({ region: "us-east-1", env: process.env })
      .client(FSxClient)
      .send(
        new CreateFileSystemCommand({
          FileSystemType: "LUSTRE",
          StorageCapacity: 2400,
          StorageType: "SSD",
          SubnetIds: [subnetIds["private-a"]!],
          LustreConfiguration: { DeploymentType: "PERSISTENT_2", PerUnitStorageThroughput: 500, EfaEnabled: false },
        }),
      );
    const group = await makeGroup(vpcId);
    const { parts } = await read(
      {
        DescribeDataRepositoryAssociations: { Associations: [] },
        // moto gives file systems no interfaces
        DescribeFileSystems: { FileSystems: [{ ...FileSystem, NetworkInterfaceIds: ["eni-1"] }] },
        DescribeNetworkInterfaces: groups(group),
      },
      HOME,
      FileSystem!.FileSystemId,
    );
    expect(parts[0]!.actual).toMatchObject({
      storage_capacity: 2400,
      deployment_type: "PERSISTENT_2",
      per_unit_storage_throughput: 500,
      efa_enabled: false,
      "metadata_configuration.mode": null,
    });
    expect(parts.slice(1).map(({ place, id }) => [place, id])).toEqual([
      ["lustre-security-group/lustre", group],
      ["lustre-security-group/in-self-988", expect.stringMatching(/^sgr-/)],
    ]);
  });
});
