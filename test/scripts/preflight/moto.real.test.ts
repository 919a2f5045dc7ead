import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AllocateAddressCommand,
  CreateNatGatewayCommand,
  CreateSubnetCommand,
  CreateVpcCommand,
  EC2Client,
  ModifyVpcAttributeCommand,
  RunInstancesCommand,
} from "@aws-sdk/client-ec2";
import { CreateRoleCommand, CreateServiceLinkedRoleCommand, IAMClient } from "@aws-sdk/client-iam";
import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import { CreateBucketCommand, PutBucketTaggingCommand, S3Client } from "@aws-sdk/client-s3";
import { awsAccess } from "../../../scripts/lib/aws/access";
import { preflightCommand } from "../../../scripts/commands/preflight/command";
import { CAPACITY_CHECKS } from "../../../scripts/preflight/capacity-checks";
import type { CheckResult } from "../../../scripts/preflight/check";
import type { PreflightReport } from "../../../scripts/preflight/report";
import { NOW, sample, type Change } from "../../helpers/environment";
import { describeWithMoto } from "../../helpers/moto";
import { ROOT } from "../../helpers/process";
import { setEnv } from "../../helpers/process-env";

// the server reads its data at the first question

const STATES = "dev-tfstate-111122223333-us-east-1";
/** Checks that ask nothing but the server. */
const CHECKS = [
  "account/identity",
  "account/service-linked-roles",
  "endpoints/aws",
  "endpoints/cluster",
  "names/buckets",
  "names/cluster",
  "names/roles",
  "names/log-groups",
  "names/launch-templates",
].flatMap((id) => ["--check", id]);

/** A port on which nothing listens, and no credentials. */
const NOWHERE = { AWS_ENDPOINT_URL: "http://127.0.0.1:1", AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" };

describeWithMoto("preflight, asked of a server that speaks the API of AWS", (moto) => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "preflight-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The command, with another environment of its process. */
  async function preflight(env: Readonly<Record<string, string>>, ...args: string[]) {
    const [out, errors]: [string[], string[]] = [[], []];
    const code = await withEnvironment(env, () =>
      preflightCommand(args, {
        root: ROOT,
        clock: () => NOW,
        print: (text) => void out.push(text),
        printError: (text) => void errors.push(text),
      }),
    );
    return { code, stdout: out.join("\n"), stderr: errors.join("\n") };
  }

  /** Credentials of a role in the account of dev; those of the server itself are of another one. */
  async function inAccountOfDev(): Promise<Record<string, string>> {
    const assume = new AssumeRoleCommand({ RoleArn: "arn:aws:iam::111122223333:role/deploy", RoleSessionName: "ci" });
    const { Credentials } = await awsAccess({ region: "us-east-1", env: process.env }).client(STSClient).send(assume);
    return {
      ...moto().env,
      AWS_ACCESS_KEY_ID: Credentials?.AccessKeyId ?? "",
      AWS_SECRET_ACCESS_KEY: Credentials?.SecretAccessKey ?? "",
      AWS_SESSION_TOKEN: Credentials?.SessionToken ?? "",
    };
  }

  test("a recording of an account is replayed as the same report, with nothing to ask", async () => {
    const env = await inAccountOfDev();
    await withEnvironment(env, prepareAccount);
    const file = join(folder, "answers.json");
    const live = await preflight(env, "dev", ...CHECKS, "--record", file, "--json");
    expect(live).toMatchObject({ code: 2, stderr: "" });
    const report = JSON.parse(live.stdout) as PreflightReport;
    const verdicts = report.checks.flatMap(({ results }) => results.map(({ subject, verdict }) => [subject, verdict]));
    expect(Object.fromEntries(verdicts)).toMatchObject({
      "ec2.us-east-1.amazonaws.com": "ok",
      [STATES]: "ok",
      dev: "ok",
      "dev-node": "failed",
      "dev-cluster": "ok",
      "dev-system": "ok",
      "/aws/fsx/dev-lustre": "ok",
      AWSServiceRoleForAutoScaling: "ok",
      AWSServiceRoleForEC2Spot: "failed",
      // the server simulates no policies
      AWSServiceRoleForAmazonFSx: "unknown",
    });
    expect(readFileSync(file, "utf8")).not.toContain(env["AWS_SECRET_ACCESS_KEY"]);
    const replayed = await preflight(NOWHERE, "dev", ...CHECKS, "--replay", file, "--json");
    expect(replayed).toMatchObject({ code: 2, stderr: "" });
    expect(JSON.parse(replayed.stdout)).toEqual({ ...report, replayed: true });
  });

  test("fails for credentials of another account, and records nothing", async () => {
    const file = join(folder, "answers.json");
    const { code, stdout, stderr } = await preflight(moto().env, "frontier", "--record", file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/of account 123456789012, but frontier is in 444455556666/);
    expect(() => readFileSync(file)).toThrow("ENOENT");
  });

  const server = () => awsAccess({ region: "us-east-1", env: process.env });

  async function ask(id: string, change: Change = {}): Promise<readonly CheckResult[]> {
    const check = CAPACITY_CHECKS.find((one) => one.id === id);
    if (!check) throw new Error(`no check ${id}`);
    return check.run({ environment: sample(change).env, aws: server(), now: NOW });
  }

  test("types are offered where the server's data say so", async () => {
    const [h100, cpu] = await ask("capacity/type-offered", { nodeGroups: { h100: { instanceType: "p4de.24xlarge" } } });
    expect(h100).toMatchObject({
      verdict: "failed",
      text: "p4de.24xlarge is not offered in us-east-1a; us-east-1 has it in us-east-1b, us-east-1c",
      fix: "Choose us-east-1b for h100, or another instance type.",
    });
    expect(cpu).toMatchObject({ verdict: "ok", text: "m7i.4xlarge is offered in us-east-1a, us-east-1b" });
  });

  test("quotas of the network, with what is in use", async () => {
    const ec2 = server().client(EC2Client);
    const [vpcs] = await ask("quota/vpcs");
    expect(vpcs).toMatchObject({ verdict: "ok" });
    expect(vpcs?.text).toBe("limit 5; 1 in use (DescribeVpcs), 1 more needed: sample-vpc");
    const made = await ec2.send(new CreateVpcCommand({ CidrBlock: "10.9.0.0/16" }));
    const VpcId = made.Vpc?.VpcId;
    const place = { VpcId, CidrBlock: "10.9.1.0/24", AvailabilityZone: "us-east-1a" };
    const { Subnet } = await ec2.send(new CreateSubnetCommand(place));
    const { AllocationId } = await ec2.send(new AllocateAddressCommand({ Domain: "vpc" }));
    await ec2.send(new CreateNatGatewayCommand({ SubnetId: Subnet?.SubnetId, AllocationId }));
    expect((await ask("quota/vpcs"))[0]?.text).toContain("2 in use");
    const gateways = await ask("quota/nat-gateways", { network: { nat: "per-zone" } });
    expect(gateways.map(({ text }) => text)).toEqual([
      "limit 5; 1 in use (DescribeNatGateways), 1 more needed: sample-vpc",
      "limit 5; 0 in use (DescribeNatGateways), 1 more needed: sample-vpc",
    ]);
    const interfaces = await ask("quota/network-interfaces");
    expect(interfaces[0]?.text).toMatch(/^limit 5,000; 1 in use \(DescribeNetworkInterfaces\), 138 more needed/);
  });

  test("nodes that run are seen by their tags", async () => {
    const ec2 = server().client(EC2Client);
    const Tags = [
      { Key: "railyard:environment", Value: "sample" },
      { Key: "railyard:node-group", Value: "h100" },
    ];
    const TagSpecifications = [{ ResourceType: "instance" as const, Tags }];
    // an image that the server has
    const ImageId = "ami-12c6146b";
    const Placement = { AvailabilityZone: "us-east-1a" };
    const launch = {
      ImageId,
      InstanceType: "m5.large" as const,
      MinCount: 2,
      MaxCount: 2,
      Placement,
      TagSpecifications,
    };
    await ec2.send(new RunInstancesCommand(launch));
    const [zoneA] = await ask("quota/network-interfaces");
    expect(zoneA?.text).toContain("2 in use (DescribeNetworkInterfaces), 72 more needed: h100 2 × 33, cpu");
  });

  test("an adopted network, down to the addresses that are free", async () => {
    const ec2 = server().client(EC2Client);
    const { Vpc } = await ec2.send(new CreateVpcCommand({ CidrBlock: "10.20.0.0/16" }));
    const vpcId = Vpc?.VpcId ?? "";
    await ec2.send(new ModifyVpcAttributeCommand({ VpcId: vpcId, EnableDnsHostnames: { Value: true } }));
    const subnets: object[] = [];
    for (const [zone, cidr] of [
      ["us-east-1a", "10.20.0.0/18"],
      ["us-east-1b", "10.20.64.0/18"],
    ] as const) {
      const { Subnet } = await ec2.send(
        new CreateSubnetCommand({ VpcId: vpcId, CidrBlock: cidr, AvailabilityZone: zone }),
      );
      subnets.push({ id: Subnet?.SubnetId, zone, cidr, tier: "private" });
    }
    const network = { kind: "existing", zones: null, vpcId, cidr: "10.20.0.0/16", subnets };
    expect((await ask("network/adopted-vpc", { network })).map(({ verdict }) => verdict)).toEqual(["ok"]);
    const [first] = await ask("network/adopted-subnets", { network });
    expect(first).toMatchObject({ verdict: "ok" });
    expect(first?.text).toMatch(/^private-us-east-1a, 16,379 addresses free; needed \d+: h100 4 × /);
    const moved = { ...network, vpcId: "vpc-0123456789abcdef0" };
    expect((await ask("network/adopted-vpc", { network: moved }))[0]).toMatchObject({ verdict: "failed" });
    expect((await ask("network/adopted-subnets", { network: moved })).map(({ verdict }) => verdict)).toEqual([
      "failed",
      "failed",
    ]);
  });

  test("a snapshot that nobody has", async () => {
    const image = { kind: "bottlerocket", dataSnapshotId: "snap-0123456789abcdef0" };
    const [result] = await ask("images/data-snapshots", { nodeGroups: { h100: { image, localStorage: "none" } } });
    expect(result).toMatchObject({ verdict: "failed" });
    expect(result?.text).toContain("sees no such snapshot in us-east-1");
  });

  test("an image that nobody has", async () => {
    const image = { kind: "custom", imageId: "ami-0123456789abcdef0" };
    const [result] = await ask("images/custom", { nodeGroups: { h100: { image } } });
    expect(result).toMatchObject({ verdict: "failed" });
    expect(result?.text).toContain("sees no such image in us-east-1");
  });
});

/** The state bucket of an earlier deployment, a role of somebody else, and the role of Auto Scaling. */
async function prepareAccount(): Promise<void> {
  const aws = awsAccess({ region: "us-east-1", env: process.env });
  const [s3, iam] = [aws.client(S3Client), aws.client(IAMClient)];
  await s3.send(new CreateBucketCommand({ Bucket: STATES }));
  const TagSet = [{ Key: "railyard:environment", Value: "dev" }];
  await s3.send(new PutBucketTaggingCommand({ Bucket: STATES, Tagging: { TagSet } }));
  await iam.send(new CreateRoleCommand({ RoleName: "dev-node", AssumeRolePolicyDocument: "{}" }));
  await iam.send(new CreateServiceLinkedRoleCommand({ AWSServiceName: "autoscaling.amazonaws.com" }));
}

async function withEnvironment<T>(env: Readonly<Record<string, string>>, use: () => Promise<T>): Promise<T> {
  const restore = setEnv(env);
  try {
    return await use();
  } finally {
    restore();
  }
}
