import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CloudWatchLogsClient, CreateLogGroupCommand, DescribeLogGroupsCommand } from "@aws-sdk/client-cloudwatch-logs";
import {
  CreateNetworkInterfaceCommand,
  CreateSnapshotCommand,
  CreateSubnetCommand,
  CreateVolumeCommand,
  CreateVpcCommand,
  DescribeVolumesCommand,
  EC2Client,
} from "@aws-sdk/client-ec2";
import { CreateClusterCommand, EKSClient } from "@aws-sdk/client-eks";
import {
  CreateLoadBalancerCommand,
  DescribeLoadBalancersCommand,
  ElasticLoadBalancingV2Client,
} from "@aws-sdk/client-elastic-load-balancing-v2";
import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { awsAccess } from "../../../scripts/lib/aws/access";
import { deletable, deleteOrphans } from "../../../scripts/commands/orphans/delete-orphans";
import { findOrphans } from "../../../scripts/orphans/find-orphans";
import { describeWithMoto } from "../../helpers/moto";
import { sample } from "../../helpers/environment";
import { temporaryFolders } from "../../helpers/terraform";

const folder = temporaryFolders();
const { env: development } = sample({ profile: "development", account: "123456789012" });
const { env: production } = sample({ profile: "production", account: "123456789012" });
const BUCKET = development.state.kind === "s3" ? development.state.bucket : "";

const OWN = [{ Key: "railyard:environment", Value: "sample" }];
const BY_CSI = [
  { Key: "kubernetes.io/cluster/sample", Value: "owned" },
  { Key: "kubernetes.io/created-for/pvc/namespace", Value: "slurm" },
  { Key: "kubernetes.io/created-for/pvc/name", Value: "db-0" },
];
const OTHER = [{ Key: "railyard:environment", Value: "sample2" }];

describeWithMoto("what is left of an environment, asked of a server that speaks the AWS API", () => {
  const access = () => awsAccess({ region: "us-east-1", env: process.env });
  const ec2 = () => access().client(EC2Client);

  const find = (environment = development, root = folder()) =>
    findOrphans({ environment, aws: access(), root, now: new Date(Date.now() + 3 * 86_400_000) });

  const volume = async (Tags: { Key: string; Value: string }[]) => {
    const TagSpecifications = [{ ResourceType: "volume" as const, Tags }];
    const made = new CreateVolumeCommand({
      AvailabilityZone: "us-east-1a",
      Size: 100,
      VolumeType: "gp3",
      TagSpecifications,
    });
    return (await ec2().send(made)).VolumeId ?? "";
  };

  /** A subnet and an interface in it, with what tags it has. */
  async function network() {
    const { Vpc } = await ec2().send(new CreateVpcCommand({ CidrBlock: "10.0.0.0/16" }));
    const subnet = (CidrBlock: string, AvailabilityZone: string) =>
      ec2().send(new CreateSubnetCommand({ VpcId: Vpc?.VpcId, CidrBlock, AvailabilityZone }));
    const [a, b] = [await subnet("10.0.0.0/24", "us-east-1a"), await subnet("10.0.1.0/24", "us-east-1b")];
    return [a.Subnet?.SubnetId ?? "", b.Subnet?.SubnetId ?? ""] as const;
  }

  /** A state of the environment, by which the others' things are told from those that are left. */
  async function someState(Body = '{"resources":[]}', Key = "network.tfstate") {
    const s3 = access().client(S3Client);
    await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
  }

  test("each kind is found by its tags or its name, with age, price and reason; others' things are not", async () => {
    await someState();
    const ids = { volume: await volume(BY_CSI) };
    await volume(OTHER);
    await volume([{ Key: "kubernetes.io/cluster/sample", Value: "shared" }]);
    const snapshot = await ec2().send(
      new CreateSnapshotCommand({ VolumeId: ids.volume, TagSpecifications: [{ ResourceType: "snapshot", Tags: OWN }] }),
    );
    const subnets = await network();
    const Tags = [{ Key: "cluster.k8s.amazonaws.com/name", Value: "sample" }];
    const { NetworkInterface } = await ec2().send(
      new CreateNetworkInterfaceCommand({
        SubnetId: subnets[0],
        Description: "aws-K8S-i-0123",
        TagSpecifications: [{ ResourceType: "network-interface", Tags }],
      }),
    );
    const { LoadBalancers } = await access()
      .client(ElasticLoadBalancingV2Client)
      .send(
        new CreateLoadBalancerCommand({
          Name: "k8s-login",
          Type: "network",
          Subnets: [...subnets],
          Tags: [
            { Key: "elbv2.k8s.aws/cluster", Value: "sample" },
            { Key: "service.k8s.aws/stack", Value: "slurm/slurm-login-login" },
          ],
        }),
      );
    const logs = access().client(CloudWatchLogsClient);
    for (const logGroupName of ["/aws/eks/sample/cluster", "/aws/eks/sample2/cluster", "/aws/fsx/sample-lustre2"])
      await logs.send(new CreateLogGroupCommand({ logGroupName }));
    const TagSpecifications = [{ ResourceType: "vpc" as const, Tags: OWN }];
    const left = await ec2().send(new CreateVpcCommand({ CidrBlock: "10.1.0.0/16", TagSpecifications }));
    const { orphans, clusterRuns, unknown } = await find();
    expect({ clusterRuns, unknown }).toEqual({ clusterRuns: false, unknown: [] });
    const of = (kind: string) => orphans.filter((one) => one.kind === kind);
    expect(of("volume")).toEqual([
      expect.objectContaining({ id: ids.volume, ageDays: 3, usdPerMonth: 8, removal: "safe" }),
    ]);
    expect(of("volume")[0]?.why).toBe(
      "100 GiB gp3 of claim slurm/db-0: its reclaim policy keeps it, or its driver was gone before it",
    );
    expect(of("snapshot")).toEqual([expect.objectContaining({ id: snapshot.SnapshotId, removal: "named" })]);
    expect(of("network interface")).toEqual([
      expect.objectContaining({
        id: NetworkInterface?.NetworkInterfaceId,
        ageDays: null,
        usdPerMonth: null,
        removal: "safe",
      }),
    ]);
    expect(of("load balancer")).toEqual([
      expect.objectContaining({
        id: LoadBalancers?.[0]?.LoadBalancerArn,
        ageDays: 3,
        usdPerMonth: expect.closeTo(16.43, 2),
        removal: "safe",
      }),
    ]);
    expect(of("load balancer")[0]?.why).toContain("network k8s-login of slurm/slurm-login-login");
    expect(of("log group").map(({ id }) => id)).toEqual(["/aws/eks/sample/cluster"]);
    expect(of("tagged resource").map(({ id }) => id.split("/").at(-1))).toEqual([left.Vpc?.VpcId]);
    expect(of("tagged resource")[0]).toMatchObject({ removal: "never", usdPerMonth: null });

    const allow = [snapshot.SnapshotId ?? ""];
    expect(deletable(orphans, []).map(({ kind }) => kind)).toEqual([
      "load balancer",
      "network interface",
      "volume",
      "log group",
    ]);
    const deleted = await deleteOrphans(access(), deletable(orphans, allow));
    expect(deleted.filter(({ problem }) => problem !== null)).toEqual([]);
    expect((await find()).orphans.map(({ kind }) => kind)).toEqual(["tagged resource"]);
    expect((await ec2().send(new DescribeVolumesCommand({}))).Volumes).toHaveLength(2);
    expect((await logs.send(new DescribeLogGroupsCommand({}))).logGroups).toHaveLength(2);
    const balancers = access().client(ElasticLoadBalancingV2Client);
    expect((await balancers.send(new DescribeLoadBalancersCommand({}))).LoadBalancers).toEqual([]);
  });

  test("what a state has is no orphan, in S3 or beside; a state that is not there has nothing", async () => {
    const [stated, local, left] = [await volume(OWN), await volume(OWN), await volume(OWN)];
    const state = (id: string) =>
      JSON.stringify({ resources: [{ mode: "managed", instances: [{ attributes: { id, tags: {} } }] }] });
    await someState(state(stated), "storage.tfstate");
    const root = folder();
    mkdirSync(join(root, "state"));
    writeFileSync(join(root, "state", "sample-bootstrap.tfstate"), state(local));
    expect((await find(development, root)).orphans.map(({ id }) => id)).toEqual([left]);
  });

  test("fails when a state is there and cannot be read", async () => {
    await someState("{", "nodes.tfstate");
    await expect(find()).rejects.toThrow("The state of sample-nodes is not JSON");
  });

  test("while the cluster is there, what its controllers made is in use", async () => {
    await volume(BY_CSI);
    const own = await volume(OWN);
    await access()
      .client(EKSClient)
      .send(
        new CreateClusterCommand({
          name: "sample",
          roleArn: "arn:aws:iam::123456789012:role/r",
          resourcesVpcConfig: {},
        }),
      );
    const { orphans, clusterRuns } = await find();
    expect(clusterRuns).toBe(true);
    expect(orphans.filter(({ kind }) => kind === "volume").map(({ id }) => id)).toEqual([own]);
  });

  test("without any state everything may be in use, and nothing is deleted", async () => {
    await volume(OWN);
    const { orphans, statesFound } = await find();
    expect(statesFound).toBe(false);
    expect(orphans).toEqual([
      expect.objectContaining({ kind: "volume", removal: "never", why: expect.stringMatching(/a stack may have it$/) }),
    ]);
    expect(deletable(orphans, [])).toEqual([]);
  });

  test("in production a volume and a log group are data", async () => {
    await someState();
    await volume(OWN);
    await access()
      .client(CloudWatchLogsClient)
      .send(new CreateLogGroupCommand({ logGroupName: "/aws/eks/sample/cluster" }));
    expect((await find(production)).orphans.map(({ kind, removal }) => `${kind} ${removal}`)).toEqual([
      "volume named",
      "log group named",
    ]);
  });
});
