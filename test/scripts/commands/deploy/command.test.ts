import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { STACKS } from "../../../../config/names/resolve";
import type { AwsAccess } from "../../../../scripts/lib/aws/access";
import { deployCommand } from "../../../../scripts/commands/deploy/command";
import { fakeProgram, planJson, recordedAws, withPath, type Answer } from "../../../helpers/deploying";
import { DEV_ACCOUNT } from "../../../helpers/dev-account";
import { NOW } from "../../../helpers/environment";
import { awsError, pretendedAws, type PretendedAnswers, lockingStore } from "../../../helpers/pretended-aws";
import { runProgram } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

const VERSION = `version*) echo '{"terraform_version":"1.11.4"}';;`;

/** Terraform that has one thing to create in each stack. */
function fake(apply = ":") {
  const at = folder();
  const { file, calls } = fakeProgram(
    at,
    "terraform",
    `${VERSION}\nplan*) exit 2;;\nshow*) cat plan.json;;\napply*) ${apply};;`,
  );
  writeFileSync(join(at, "plan.json"), JSON.stringify(planJson({ "aws_vpc.vpc": { actions: ["create"] } })));
  return { at, calls, env: { ...process.env, TERRAFORM_BINARY_NAME: file } };
}

/** What S3 is asked for the state of a stack. */
const question = (role: string) => ({
  call: "S3 GetObject",
  input: { Bucket: "dev-tfstate-111122223333-us-east-1", Key: `${role}.tfstate` },
});
/** There is no state yet. */
const NONE = STACKS.map((role): Answer => ({
  ...question(role),
  error: { name: "NoSuchKey", message: "none", status: 404 },
}));

/** S3 with that state. */
function holding(state: object): AwsAccess {
  const Body = { transformToString: () => Promise.resolve(JSON.stringify(state)) };
  return pretendedAws({ "S3.GetObject": { Body }, "S3.HeadBucket": awsError("NotFound", 404) });
}

test("a stack that config has dropped goes before anything else; nothing is done while nobody can tell", async () => {
  const state = { resources: [{ mode: "managed", instances: [{ attributes: { id: "x" } }] }] };
  const { env } = fake();
  const dry = await run(["dev", "--dry-run"], env, null, holding(state));
  expect(dry.code).toBe(0);
  expect(dry.errors).toContain(
    "dev-governance is not in the config any more: what it made is destroyed before anything",
  );
  expect(dry.printed).toMatch(/^stack[^]*?\ndev-governance +planned[^]*\ndev-bootstrap +planned/);
  const json = readFileSync(join(dry.root, "cdktf.out/stacks/dev-governance/cdk.tf.json"), "utf8");
  expect(Object.keys((JSON.parse(json) as { resource: object }).resource)).toEqual(["terraform_data"]);
  const denied = { ...question("governance"), error: { name: "AccessDenied", message: "denied", status: 403 } };
  const { code, errors, root } = await run(["dev", "--yes"], env, null, recordedAws([denied]));
  expect([code, existsSync(join(root, "cdktf.out"))]).toEqual([1, false]);
  expect(errors).toContain("The state of dev-governance cannot be read");
});

test("what states have and config has no more is refused before anything is planned, and let through by name", async () => {
  const provider = 'provider["registry.terraform.io/hashicorp/aws"]';
  const bucket = { mode: "managed", type: "aws_s3_bucket", name: "old", provider, instances: [{ attributes: {} }] };
  const { env, calls } = fake();
  const only = ["dev", "--yes", "--only", "dev-governance", "--only", "dev-network"];
  const refused = await run(only, env, null, holding({ resources: [bucket] }));
  expect(refused.code).toBe(2);
  expect(refused.printed).toMatch(/^dev-governance +REFUSED[^]*^dev-network +REFUSED[^]*^Nothing was applied\.$/m);
  expect(calls().filter((call) => !call.startsWith("version"))).toEqual([]);
  const named = ["dev-governance", "dev-network"].flatMap((stack) => ["--allow", `${stack}.aws_s3_bucket.old`]);
  // one stack alone is not proved
  expect(await run([...only, ...named], env, null, holding({ resources: [bucket] }))).toMatchObject({
    code: 0,
    verified: [],
  });
});

/** @param answer what somebody types; null: there is nobody */
async function ask(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  answer: string | null = null,
  aws: AwsAccess = recordedAws(NONE),
  root = folder(),
  isProved = true,
) {
  const [printed, errors, asked, verified]: string[][] = [[], [], [], []];
  const context = {
    root,
    clock: () => NOW,
    print: (text: string) => printed!.push(text),
    printError: (text: string) => errors!.push(text),
  };
  const answered = (question: string) => (asked!.push(question), Promise.resolve(answer ?? ""));
  const terminal = answer === null ? null : { ask: answered, tell: () => {}, close: () => {} };
  const code = await deployCommand(
    args,
    context,
    env,
    () => terminal,
    aws,
    ({ name }, { print }) => {
      verified!.push(name);
      print("what verify prints");
      return Promise.resolve(isProved);
    },
  );
  return { code, root, verified, printed: printed!.join("\n"), errors: errors!.join("\n"), asked };
}

/** Without its preflight, which has tests of its own. */
const run = (args: string[], ...more: Rest) => ask([...args, "--no-preflight"], ...more);

type Rest = Parameters<typeof ask> extends [string[], ...infer R] ? R : never;

test("every stack is synthesized, planned, shown and applied after a yes", async () => {
  const { env, calls } = fake();
  const { code, root, printed, errors, asked } = await run(["dev"], env, "yes");
  expect(code).toBe(0);
  expect(existsSync(join(root, "cdktf.out/stacks/dev-network/cdk.tf.json"))).toBe(true);
  expect(asked?.[0]).toBe("Apply this plan of dev-bootstrap? yes or no");
  expect(errors).toMatch(/^\[ +\d+:\d\d\] dev-network: 1 to create$/m);
  expect(errors).toContain("its state is state/dev-bootstrap.tfstate: commit that file");
  expect(printed).toMatch(/^dev-slurm +applied +1 created +\d+:\d\d$/m);
  expect(calls().filter((call) => call.startsWith("apply")).length).toBe(asked?.length);
});

test("a no applies nothing, and ends with 2", async () => {
  const { env, calls } = fake();
  const { code, printed } = await run(["dev"], env, "no");
  expect(code).toBe(2);
  expect(printed).toMatch(/Nothing was applied\.$/);
  expect(calls().some((call) => call.startsWith("apply"))).toBe(false);
});

test("without a terminal a dry run is well, and --yes asks nobody; JSON is alone on the output", async () => {
  const { env, calls } = fake();
  const dry = await run(["dev", "--dry-run", "--json"], env);
  expect(dry).toMatchObject({ code: 0, verified: [] });
  const { environment, dryRun, stacks } = JSON.parse(dry.printed) as {
    environment: string;
    dryRun: boolean;
    stacks: { outcome: string }[];
  };
  expect([environment, dryRun, [...new Set(stacks.map(({ outcome }) => outcome))]]).toEqual(["dev", true, ["planned"]]);
  expect(calls().some((call) => call.startsWith("apply"))).toBe(false);
  const only = await run(["dev", "--yes", "--only", "dev-nodes"], env);
  expect(only).toMatchObject({ code: 0, asked: [], printed: expect.stringMatching(/^dev-nodes +applied/m) });
});

test("a stack that fails ends with 1, its problem on the output", async () => {
  const { code, printed } = await run(["dev", "--yes"], fake("echo 'Error: boom' >&2; exit 1").env);
  expect(code).toBe(1);
  expect(printed).toMatch(/^dev-bootstrap: terraform apply failed:\nError: boom$/m);
  expect(printed).toMatch(/^dev-network +not run$/m);
});

describe("nodes that a plan replaces", () => {
  const CLUSTER: Answer = {
    call: "EKS DescribeCluster",
    input: { name: "dev" },
    output: { cluster: { endpoint: "https://abc.eks.amazonaws.com", certificateAuthority: { data: "Q0E=" } } },
  };
  /** A roll of l40s, and a cluster with one node of it on which a job runs for as long as the file is there. */
  function rolling(apply?: string) {
    const { env, calls, at } = fake(apply);
    const labels = { "railyard.dev/node-group": "l40s" };
    const change = {
      actions: ["update"],
      before: { labels, release_version: "1" },
      after: { labels, release_version: "2" },
    };
    const resource = {
      address: "aws_eks_node_group.l40s",
      mode: "managed",
      type: "aws_eks_node_group",
      name: "l40s",
      change,
    };
    writeFileSync(join(at, "plan.json"), JSON.stringify({ ...planJson({}), resource_changes: [resource] }));
    const slurm = fakeProgram(
      at,
      "kubectl",
      `*readyz*) ;;
*statefulset*json) echo '{"items":[{"metadata":{"name":"slurm-controller"}}]}';;
*sinfo*) echo 'n1|drained|Unknown|root|l40s|railyard deploy: the node is replaced';;
*squeue*) [ -e jobs ] && echo '7 (ann, RUNNING)'; :;;
*UNDRAIN*) echo UNDRAIN >>terraform.calls;;`,
    );
    // that a group rolls is meant
    const only = ["dev", "--yes", "--only", "dev-nodes", "--allow", "dev-nodes.aws_eks_node_group.l40s"];
    return {
      at,
      calls,
      slurm: slurm.calls,
      only,
      env: { ...withPath(at), ...env, PATH: withPath(at)["PATH"] },
      aws: recordedAws([...NONE, CLUSTER]),
    };
  }
  const done = (calls: () => string[]) =>
    calls()
      .filter((call) => /^(apply|UNDRAIN)/.test(call))
      .map((call) => call.split(" ")[0]);

  test.each([":", "exit 1"])("are drained before it is applied, and resumed after (%s)", async (apply) => {
    const { env, only, aws, calls } = rolling(apply);
    const { code, errors } = await run(only, env, null, aws);
    expect(code).toBe(apply === ":" ? 0 : 1);
    expect(errors).toContain("dev-nodes: nodes of l40s are drained in Slurm before it is applied");
    expect(done(calls)).toEqual(["apply", "UNDRAIN"]);
  });

  test("nothing is applied while jobs run at the limit, and it ends with 2", async () => {
    const { env, only, aws, at, calls } = rolling();
    writeFileSync(join(at, "jobs"), "");
    const { code, printed } = await run([...only, "--drain-timeout", "0"], env, null, aws);
    expect(code).toBe(2);
    expect(printed).toMatch(/dev-nodes: Waited too long for Slurm jobs on nodes of l40s to end: 7 \(ann, RUNNING\)\./);
    expect(done(calls)).toEqual(["UNDRAIN"]);
  });

  test.each([["--no-drain"], ["--dry-run"]])("%s asks no cluster", async (option) => {
    const { env, only, slurm, calls } = rolling();
    expect((await run([...only, option], env)).code).toBe(0);
    expect(slurm()).toEqual([]);
    expect(done(calls)).toEqual(option === "--no-drain" ? ["apply"] : []);
  });
});

test.each<[string[], RegExp]>([
  [[], /name one environment, not 0/],
  [["dev", "research", "--yes"], /name one environment, not 2/],
  [["dev"], /nobody can be asked here: --yes applies/],
  [["reserch", "--yes"], /there is no environment "reserch"/],
  [["dev", "--yes", "--only", "dev-nods"], /dev has no stack dev-nods/],
  [["dev", "--yes", "--allow", "vpc"], /--allow must be <stack>\.<address>/],
  [["dev", "--yes", "--drain-timeout", "soon"], /--drain-timeout is a number of minutes, but is "soon"/],
  [["dev", "--yess"], /--yess[^]*npx railyard deploy --help/],
])("fails on %j in words", async (args, message) => {
  const { env, calls } = fake();
  const { code, errors, printed } = await run(args, env);
  expect({ code, printed }).toEqual({ code: 1, printed: "" });
  expect(errors).toMatch(message);
  expect(errors).not.toMatch(/\n\s+at /);
  expect(calls().some((call) => /^(plan|apply)/.test(call))).toBe(false);
});

test("fails before anything is written when there is no Terraform", async () => {
  const { code, root, errors } = await run(["dev", "--yes"], {
    ...process.env,
    TERRAFORM_BINARY_NAME: "/no/such/terraform",
  });
  expect(code).toBe(1);
  expect(errors).toContain('is needed, but there is no program "/no/such/terraform"');
  expect(existsSync(join(root, "cdktf.out"))).toBe(false);
});

test("tells how it is used, with its exit codes", async () => {
  const { code, printed } = await run(["--help"], process.env);
  expect(code).toBe(0);
  expect(printed).toMatch(/npx railyard deploy dev --dry-run[^]*Exit code: 0 [^]*; 1 [^]*; 2 [^]*;\s130/);
});

describe("verify afterwards", () => {
  const given = ["dev", "--yes", "--no-preflight"];

  test("what was applied is proved; as JSON, what is printed is one value", async () => {
    const { code, printed, errors, verified } = await ask([...given, "--json"], fake().env);
    expect([code, verified]).toEqual([0, ["dev"]]);
    expect(JSON.parse(printed)).toMatchObject({ environment: "dev" });
    expect(errors).toContain("what verify prints");
  });

  test("what it finds to be wrong is in the exit code", async () =>
    expect(await ask(given, fake().env, null, recordedAws(NONE), folder(), false)).toMatchObject({
      code: 2,
      verified: ["dev"],
    }));

  test("not with --no-verify, nor where nothing has changed", async () => {
    expect(await ask([...given, "--no-verify"], fake().env)).toMatchObject({ code: 0, verified: [] });
    const { env, at } = fake();
    writeFileSync(join(at, "plan.json"), JSON.stringify(planJson({})));
    const { file } = fakeProgram(at, "terraform", `${VERSION}\nplan*) exit 0;;\nshow*) cat plan.json;;`);
    expect(await ask(given, { ...env, TERRAFORM_BINARY_NAME: file })).toMatchObject({ code: 0, verified: [] });
  });
});

test("as a program: nobody is asked without a terminal", () => {
  const refused = runProgram("scripts/railyard.ts", ["deploy", "dev"]);
  expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("nobody can be asked here") });
});

describe("preflight", () => {
  /** The account of dev, whose stack of governance was never made. */
  const account = (more: PretendedAnswers = {}) =>
    pretendedAws({ ...DEV_ACCOUNT, "S3.GetObject": awsError("NoSuchKey", 404), ...more });
  /** What dev's account lacks is there. */
  const READY: PretendedAnswers = {
    "ServiceQuotas.GetServiceQuota": { Quota: { Value: 100_000, Adjustable: true } },
    "IAM.GetRole": ({ RoleName }: { RoleName: string }) =>
      RoleName.startsWith("dev-")
        ? awsError("NoSuchEntityException", 404)
        : { Role: { RoleName, Arn: `arn:aws:iam::111122223333:role/${RoleName}` } },
    "CloudWatchLogs.DescribeLogGroups": { logGroups: [] },
  };
  const called = (calls: () => string[]) => calls().filter((call) => /^(plan|apply)/.test(call));

  test("what fails stops the deployment before anything is planned, in words and with the fix, and ends with 2", async () => {
    const { env, calls } = fake();
    const { code, printed, errors } = await ask(["dev", "--yes"], env, null, account());
    expect({ code, printed }).toEqual({ code: 2, printed: "" });
    expect(errors).toMatch(/preflight of dev: [1-9]\d* failed, /);
    expect(errors).toMatch(/Failed: a deployment would fail or wait[^]*quota\/[^]*fix: aws service-quotas request/);
    expect(errors).toContain("Nothing was applied: mend what failed, or deploy with --no-preflight.");
    expect(called(calls)).toEqual([]);
  });

  test("as JSON, it is the report beside no stack", async () => {
    const { code, printed } = await ask(["dev", "--yes", "--json"], fake().env, null, account());
    const { preflight, stacks } = JSON.parse(printed) as {
      preflight: { counts: { failed: number } };
      stacks: object[];
    };
    expect([code, stacks, preflight.counts.failed > 0]).toEqual([2, [], true]);
  });

  test("a dry run plans all the same, and says that a deployment would stop", async () => {
    const { env, calls } = fake();
    const { code, errors, printed } = await ask(["dev", "--dry-run"], env, null, account());
    expect(code).toBe(2);
    expect(errors).toContain("A deployment would stop here, before anything is applied.");
    expect(printed).toMatch(/^dev-network +planned/m);
    expect(called(calls).some((call) => call.startsWith("apply"))).toBe(false);
  });

  test("what AWS does not answer is told, and stops nothing", async () => {
    const denied = { "EC2.DescribeVpcs": awsError("UnauthorizedOperation", 403, "no") };
    const { env, calls } = fake();
    const { code, errors } = await ask(["dev", "--yes"], env, null, account({ ...READY, ...denied }));
    expect(errors).toMatch(/preflight of dev: 0 failed, [1-9]\d* unknown/);
    expect(errors).toMatch(/Unknown: there was no answer[^]*quota\/vpcs[^]*ec2:DescribeVpcs/);
    expect(code).toBe(0);
    expect(called(calls).some((call) => call.startsWith("apply"))).toBe(true);
  });

  test("credentials of another account end it with 1, before anything is planned", async () => {
    const stranger = { "STS.GetCallerIdentity": { Account: "999999999999", Arn: "arn:aws:iam::999999999999:user/me" } };
    const { env, calls } = fake();
    const { code, errors } = await ask(["dev", "--yes"], env, null, account(stranger));
    expect(code).toBe(1);
    expect(errors).toMatch(/999999999999[^]*but dev is in 111122223333/);
    expect(called(calls)).toEqual([]);
  });

  test("--no-preflight asks nobody, and says so", async () => {
    const aws = account();
    const { code, errors } = await ask(["dev", "--yes", "--no-preflight"], fake().env, null, aws);
    expect(code).toBe(0);
    expect(errors).toContain("The account is not asked first: --no-preflight.");
    expect([...new Set(aws.calls.map(({ call }) => call))]).toEqual(["S3.GetObject", "S3.HeadBucket"]);
  });

  test("what the account has and no state knows is not made a second time", async () => {
    const arns = [
      "fsx:us-east-1:111122223333:file-system/fs-0123456789abcdef0",
      "ec2:us-east-1:111122223333:vpc/vpc-1",
    ];
    const tagged = (...more: string[]) => ({
      "ResourceGroupsTaggingAPI.GetResources": {
        ResourceTagMappingList: [...more, "kms:us-east-1:111122223333:key/1"].map((one) => ({
          ResourceARN: `arn:aws:${one}`,
        })),
      },
    });
    const { env, calls } = fake();
    const { code, errors, root } = await ask(["dev", "--yes"], env, null, account({ ...READY, ...tagged(...arns) }));
    expect([code, existsSync(join(root, "cdktf.out")), called(calls)]).toEqual([1, false, []]);
    expect(errors).toMatch(
      /dev-network, .*no state in s3:\/\/dev-tfstate-111122223333-us-east-1:\n {2}arn:aws:ec2.*\n {2}arn:aws:fsx/,
    );
    // an id in any state is enough, and what is only tagged may be waiting for its end
    const Body = () => ({
      transformToString: () =>
        Promise.resolve(
          JSON.stringify({ resources: [{ mode: "managed", instances: [{ attributes: { id: "vpc-1" } }] }] }),
        ),
    });
    const empty = () => ({ transformToString: () => Promise.resolve('{"resources":[]}') });
    const network = ({ Key }: { Key: string }) =>
      Key === "network.tfstate" ? { Body: Body() } : awsError("NoSuchKey", 404);
    const known = account({ ...READY, ...tagged(arns[1]!), "S3.GetObject": network });
    expect((await ask(["dev", "--dry-run"], env, null, known)).code).toBe(0);
    // every stack has a state, and none knows the network: an apply that was killed may have begun it
    const begun = account({ ...READY, ...tagged(arns[1]!), "S3.GetObject": { Body: empty() } });
    const at = folder();
    mkdirSync(join(at, "state"));
    writeFileSync(join(at, "state/dev-bootstrap.tfstate"), "{}");
    const twice = await ask(["dev", "--yes", "--only", "dev-network"], env, null, begun, at);
    expect(twice.code).toBe(2);
    expect(twice.printed).toMatch(
      /A second VPC is made: .*no state knows[^]*vpc\/vpc-1\n[^]*--allow dev-network\.aws_vpc\.vpc/,
    );
    const beside = account({ ...READY, ...tagged(...arns) });
    expect((await ask(["dev", "--yes", "--no-preflight"], env, null, beside)).code).toBe(0);
  });
});

test("two that deploy the same environment from one folder do not: its stacks would change under the first", async () => {
  const root = folder();
  mkdirSync(join(root, "cdktf.out"));
  writeFileSync(join(root, "cdktf.out/.dev.lock"), `${process.ppid}\n`);
  const { env, calls } = fake();
  const { code, errors } = await ask(["dev", "--yes", "--no-preflight"], env, null, recordedAws(NONE), root);
  expect(code).toBe(1);
  expect(errors).toContain(`is in use by process ${process.ppid}. Wait for it to end, or stop it.`);
  expect(calls()).toEqual(["version -json"]);
});

test("a bucket that is there and whose state is not is not made again", async () => {
  const aws = pretendedAws({ "S3.GetObject": awsError("NoSuchKey", 404), "S3.HeadBucket": {} });
  const { env, calls } = fake();
  const { code, errors } = await run(["dev", "--yes"], env, null, aws);
  expect([code, calls().filter((call) => call.startsWith("plan"))]).toEqual([1, []]);
  expect(errors).toMatch(/state\/dev-bootstrap\.tfstate, which knows it, is not[^]*npx railyard bootstrap dev/);
});

describe("an environment in a cluster that exists", () => {
  /** A home with a kubeconfig that has the context of iron. */
  const homeWith = (context: string) => {
    const home = folder();
    mkdirSync(join(home, ".kube"));
    writeFileSync(join(home, ".kube/config"), "");
    fakeProgram(home, "kubectl", `*get-contexts*) echo ${context};;`);
    return { HOME: home, PATH: `${home}:${process.env["PATH"]}` };
  };
  const NO_STATES = pretendedAws({ "S3.GetObject": awsError("NoSuchKey", 404), ...lockingStore() });

  test("is deployed stack by stack, with no account asked; its states are in its folder of the bucket", async () => {
    const { env, calls } = fake();
    const { code, printed, errors } = await run(["iron", "--yes"], { ...env, ...homeWith("iron") }, null, NO_STATES);
    expect(code).toBe(0);
    expect(printed).toMatch(/^iron-crds +applied[^]*^iron-platform +applied[^]*^iron-slurm +applied/m);
    expect(errors).toContain("The cluster is not asked first: --no-preflight.");
    expect(calls().filter((call) => call.startsWith("apply"))).toHaveLength(3);
    const asked = NO_STATES.calls.map(({ call, input }) => [call, (input as { Key: string }).Key]);
    // beside the states, whether their lock holds
    expect(new Set(asked.map(([call]) => call))).toEqual(new Set(["S3.GetObject", "S3.PutObject", "S3.DeleteObject"]));
    expect(asked.map(([, key]) => key)).toContain("iron/slurm.tfstate");
  });

  test.each([
    ["no kubeconfig is there", () => ({ HOME: folder() }), /There is no kubeconfig \S+\/\.kube\/config/],
    ["the kubeconfig has other contexts", () => homeWith("lab"), /has no context "iron": it has lab/],
  ])("is not touched where %s", async (_, home, problem) => {
    const { env, calls } = fake();
    const { code, errors, root } = await ask(["iron", "--yes"], { ...env, ...home() }, null, NO_STATES);
    expect([code, existsSync(join(root, "cdktf.out"))]).toEqual([1, false]);
    expect(errors).toMatch(problem);
    expect(calls().filter((call) => !call.startsWith("version"))).toEqual([]);
  });
});
