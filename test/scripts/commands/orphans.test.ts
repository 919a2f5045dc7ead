import { CreateSnapshotCommand, CreateVolumeCommand, DescribeVolumesCommand, EC2Client } from "@aws-sdk/client-ec2";
import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import { awsAccess } from "../../../scripts/aws/access";
import { orphansCommand } from "../../../scripts/commands/orphans";
import { NOW } from "../../helpers/environment";
import { describeWithMoto, type Moto } from "../../helpers/moto";
import { runProgram } from "../../helpers/process";
import { temporaryFolders } from "../../helpers/terraform";

jest.setTimeout(60_000);

const folder = temporaryFolders();

async function run(args: string[], answer: string | null = null) {
  const [printed, errors]: string[][] = [[], []];
  const context = {
    root: folder(),
    clock: () => NOW,
    print: (text: string) => printed!.push(text),
    printError: (text: string) => errors!.push(text),
  };
  const terminal = answer === null ? null : { ask: () => Promise.resolve(answer), tell: () => {}, close: () => {} };
  const code = await orphansCommand(args, context, { env: process.env, open: () => terminal });
  return { code, printed: printed!.join("\n"), errors: errors!.join("\n") };
}

const TagSpecifications = (ResourceType: "volume" | "snapshot") => [
  { ResourceType, Tags: [{ Key: "railyard:environment", Value: "dev" }] },
];

describeWithMoto("orphans, asked of a server that speaks the AWS API", (moto: () => Moto) => {
  const ec2 = () => awsAccess({ region: "us-east-1", env: process.env }).client(EC2Client);
  const count = async () => (await ec2().send(new DescribeVolumesCommand({}))).Volumes?.length;

  /** Credentials of the environment's account. */
  beforeEach(async () => {
    Object.assign(process.env, moto().env);
    delete process.env["AWS_SESSION_TOKEN"];
    const RoleArn = "arn:aws:iam::111122223333:role/admin";
    const sts = awsAccess({ region: "us-east-1", env: process.env }).client(STSClient);
    const { Credentials } = await sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: "t" }));
    process.env["AWS_ACCESS_KEY_ID"] = Credentials?.AccessKeyId;
    process.env["AWS_SECRET_ACCESS_KEY"] = Credentials?.SecretAccessKey;
    process.env["AWS_SESSION_TOKEN"] = Credentials?.SessionToken;
  });
  afterAll(() => void delete process.env["AWS_SESSION_TOKEN"]);

  const volume = () =>
    ec2().send(
      new CreateVolumeCommand({
        AvailabilityZone: "us-east-1a",
        Size: 10,
        VolumeType: "gp3",
        TagSpecifications: TagSpecifications("volume"),
      }),
    );

  test("lists and changes nothing, deletes after a yes what nothing uses, and a snapshot by name", async () => {
    const { VolumeId } = await volume();
    const made = new CreateSnapshotCommand({ VolumeId, TagSpecifications: TagSpecifications("snapshot") });
    const { SnapshotId = "" } = await ec2().send(made);
    const listed = await run(["dev"]);
    expect(listed.code).toBe(2);
    expect(listed.printed).toContain("2 left over, 0.80 USD a month, and 1 of unknown price");
    expect((await run(["dev", "--delete"], "no")).errors).toContain("Nothing was deleted.");
    expect(await count()).toBe(1);
    const deleted = await run(["dev", "--delete"], "yes");
    expect(deleted).toMatchObject({ code: 2, errors: expect.stringContaining(`deleted ${VolumeId}`) });
    expect(await count()).toBe(0);
    const rest = await run(["dev", "--delete", "--yes", "--allow", SnapshotId, "--json"]);
    expect(rest.code).toBe(0);
    expect(JSON.parse(rest.printed)).toEqual({ environment: "dev", orphans: [], clusterRuns: false, unknown: [] });
  }, 30_000);

  test("as a program it asks the account; credentials of another one are refused", async () => {
    await volume();
    const here = runProgram("scripts/railyard.ts", ["orphans", "dev", "--json"]);
    expect(here.code).toBe(2);
    expect(JSON.parse(here.stdout)).toMatchObject({ orphans: [{ kind: "volume", removal: "safe" }] });
    Object.assign(process.env, moto().env);
    delete process.env["AWS_SESSION_TOKEN"];
    const { code, printed, errors } = await run(["dev"]);
    expect({ code, printed }).toEqual({ code: 1, printed: "" });
    expect(errors).toBe(
      "dev is in account 111122223333, but these credentials are of 123456789012: set AWS_PROFILE to one of 111122223333.",
    );
  }, 60_000);
});

test.each<[string[], RegExp]>([
  [[], /name one environment, not 0/],
  [["dev", "--delete"], /nobody can be asked here: --yes/],
  [["dev", "--allow", "snap-1"], /say what --delete may do/],
  [["dve"], /there is no environment "dve"/],
  [["dev", "--purge"], /--purge[^]*npm run railyard -- orphans --help/],
])("fails on %j in words", async (args, message) => {
  const { code, errors, printed } = await run(args);
  expect({ code, printed }).toEqual({ code: 1, printed: "" });
  expect(errors).toMatch(message);
});

test("tells how it is used, with its exit codes", async () => {
  const { code, printed } = await run(["--help"]);
  expect(code).toBe(0);
  expect(printed).toMatch(/orphans dev --delete[^]*Exit code: 0 [^]*2 [^]*1 /);
});
