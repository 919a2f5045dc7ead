import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { STACKS } from "../../../config/resolve/names";
import { destroyCommand } from "../../../scripts/commands/destroy";
import { fakeProgram, planJson, recordedAws, type Answer } from "../../helpers/deploying";
import { NOW } from "../../helpers/environment";
import { runProgram } from "../../helpers/process";
import { temporaryFolders } from "../../helpers/terraform";

jest.setTimeout(60_000);

const folder = temporaryFolders();

const KEY = "dev-storage.aws_kms_key.storage_key";
const OWN_TAGS: [string, string | null][] = [
  ["railyard:environment", "dev"],
  ["kubernetes.io/cluster/dev", null],
  ["elbv2.k8s.aws/cluster", "dev"],
  ["cluster.k8s.amazonaws.com/name", "dev"],
  ["eks:cluster-name", "dev"],
  ["aws:eks:cluster-name", "dev"],
];
const FILTERS = OWN_TAGS.map(([key]) => [{ Name: "tag-key", Values: [key] }]);
const gone = { name: "ResourceNotFoundException", message: "No cluster found", status: 404 };
const LOG_GROUPS = ["/aws/eks/dev/", "/aws/containerinsights/dev/", "/aws/fsx/dev-lustre", "/aws/vpc/flow-logs/dev"];

/** An account in which nothing is, but for what the volumes are. */
const account = (Volumes: object[] = []): Answer[] => [
  { call: "STS GetCallerIdentity", output: { Account: "111122223333" } },
  { call: "EKS DescribeCluster", input: { name: "dev" }, error: gone },
  ...STACKS.map((role) => ({
    call: "S3 GetObject",
    input: { Bucket: "dev-tfstate-111122223333-us-east-1", Key: `${role}.tfstate` },
    error: { name: "NoSuchKey", message: "none", status: 404 },
  })),
  ...FILTERS.flatMap((Filters) => [
    { call: "EC2 DescribeVolumes", input: { Filters }, output: { Volumes } },
    { call: "EC2 DescribeNetworkInterfaces", input: { Filters }, output: {} },
    { call: "EC2 DescribeSnapshots", input: { OwnerIds: ["self"], Filters }, output: {} },
  ]),
  {
    call: "EC2 DescribeNetworkInterfaces",
    input: { Filters: [{ Name: "description", Values: ["Amazon EKS dev"] }] },
    output: {},
  },
  { call: "ElasticLoadBalancingV2 DescribeLoadBalancers", output: {} },
  ...LOG_GROUPS.map((logGroupNamePrefix) => ({
    call: "CloudWatchLogs DescribeLogGroups",
    input: { logGroupNamePrefix },
    output: {},
  })),
  ...OWN_TAGS.map(([Key, value]) => ({
    call: "ResourceGroupsTaggingAPI GetResources",
    input: { TagFilters: [{ Key, ...(value !== null && { Values: [value] }) }] },
    output: {},
  })),
];

/** Terraform that has one key, in dev-storage, until it is destroyed. */
function fake() {
  const at = folder();
  const { file, calls } = fakeProgram(
    at,
    "terraform",
    `version*) echo '{"terraform_version":"1.11.4"}';;
state*) [ -e "$(basename "$OLDPWD").json" ] && echo aws_kms_key.storage_key; true;;
plan*) [ -e "$(basename "$OLDPWD").json" ] && exit 2; exit 0;;
show*) cat "$(basename "$OLDPWD").json" 2>/dev/null || echo '{}';;
apply*) rm -f "$(basename "$OLDPWD").json";;`,
  );
  writeFileSync(
    join(at, "dev-storage.json"),
    JSON.stringify(planJson({ "aws_kms_key.storage_key": { actions: ["delete"] } })),
  );
  return { calls, env: { ...process.env, TERRAFORM_BINARY_NAME: file } };
}

async function run(
  args: string[],
  { env = fake().env, answer = null as string | null, answers = account(), root = folder() } = {},
) {
  const [printed, errors]: string[][] = [[], []];
  const context = {
    root,
    clock: () => NOW,
    print: (text: string) => printed!.push(text),
    printError: (text: string) => errors!.push(text),
  };
  const terminal = answer === null ? null : { ask: () => Promise.resolve(answer), tell: () => {}, close: () => {} };
  const code = await destroyCommand(args, context, {
    env,
    open: () => terminal,
    aws: recordedAws(answers),
    pollSeconds: 0.001,
  });
  return { code, root, printed: printed!.join("\n"), errors: errors!.join("\n") };
}

test("what is protected must be named, then the name is typed, and nothing is left", async () => {
  const { env, calls } = fake();
  const refused = await run(["dev"], { env, answer: "dev" });
  expect(refused).toMatchObject({ code: 1, printed: "", errors: expect.stringContaining(`  --allow ${KEY}`) });
  const wrong = await run(["dev", "--allow", KEY], { env, answer: "yes" });
  expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining("Not confirmed") });
  expect(calls().some((call) => call.startsWith("apply"))).toBe(false);
  const { code, printed, root } = await run(["dev", "--allow", KEY], { env, answer: "dev" });
  expect(printed).toMatch(/^dev-storage +destroyed +1 deleted$/m);
  expect(printed).toContain("Nothing of dev is left that its stacks do not have.");
  expect(code).toBe(0);
  // plans have secrets
  for (const at of [refused, wrong, { root }]) expect(readdirSync(join(at.root, "cdktf.out", "destroy"))).toEqual([]);
});

test("what is left over is listed, and ends with 2; JSON has it, too", async () => {
  const Tags = [{ Key: "railyard:environment", Value: "dev" }];
  const left = {
    VolumeId: "vol-1",
    VolumeType: "gp3",
    Size: 10,
    Iops: 3000,
    Throughput: 125,
    State: "available",
    Tags,
  };
  const answers = account([left]);
  const { code, printed } = await run(["dev", "--allow", KEY, "--yes-destroy", "dev", "--json"], { answers });
  expect(code).toBe(2);
  expect(JSON.parse(printed)).toMatchObject({
    environment: "dev",
    stacks: expect.arrayContaining([expect.objectContaining({ stack: "dev-storage", outcome: "destroyed" })]),
    left: { orphans: [{ id: "vol-1", usdPerMonth: 0.8 }] },
  });
});

test.each<[string[], RegExp]>([
  [[], /name one environment, not 0/],
  [["dev"], /nobody can be asked here: --yes-destroy dev/],
  [["dev", "--yes-destroy", "research"], /--yes-destroy is "research", but the environment is dev/],
  [["dev", "--yes-destroy", "dev", "--drain-timeout", "soon"], /--drain-timeout is a number of minutes, but is "soon"/],
  [["dev", "--yes-destroy", "dev", "--only", "dev-bootstrap"], /--bootstrap names it/],
  [["dev", "--yes-destroy", "dev", "--only", "dev-nods"], /dev has no stack dev-nods/],
  [["dev", "--force"], /--force[^]*npm run railyard -- destroy --help/],
])("fails on %j in words", async (args, message) => {
  const { env, calls } = fake();
  const { code, errors, printed } = await run(args, { env });
  expect({ code, printed }).toEqual({ code: 1, printed: "" });
  expect(errors).toMatch(message);
  expect(calls().some((call) => call.startsWith("apply"))).toBe(false);
});

test("fails with credentials of another account, before anything is planned", async () => {
  const { env, calls } = fake();
  const answers: Answer[] = [{ call: "STS GetCallerIdentity", output: { Account: "999999999999" } }];
  const { code, errors, root } = await run(["dev", "--yes-destroy", "dev"], { env, answers });
  expect(code).toBe(1);
  expect(errors).toContain("dev is in account 111122223333, but these credentials are of 999999999999");
  expect(calls()).toEqual(["version -json"]);
  expect(existsSync(join(root, "cdktf.out"))).toBe(false);
});

test("as a program: help with all of its exit codes", () => {
  const { code, stdout } = runProgram("scripts/railyard.ts", ["destroy", "--help"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Exit code: 0 [^]*; 1 [^]*; 2 [^]*130/);
});
