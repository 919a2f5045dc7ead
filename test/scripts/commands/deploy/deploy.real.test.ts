import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StackTerraform } from "../../../../scripts/lib/terraform/stack-terraform";
import { deploy, isWell, type DeployProps } from "../../../../scripts/commands/deploy/deploy";
import { fakeProgram, planJson, WAIT_FOR_SIGNAL } from "../../../helpers/deploying";
import { NOW, sample } from "../../../helpers/environment";
import { planOf, updated } from "../../../helpers/plan";
import { temporaryFolders, testWithTerraform, writeSynth } from "../../../helpers/terraform";

const folder = temporaryFolders();
const { env: environment } = sample();
const [NETWORK, CLUSTER, NODES] = ["sample-network", "sample-cluster", "sample-nodes"] as const;

const data = (input: unknown, more: object = {}) => ({ resource: { terraform_data: { it: { input } } }, ...more });

/** Three stacks in a row; the last reads the state of the second. */
function synth() {
  const path = "../sample-cluster/terraform.tfstate";
  const read = { terraform_remote_state: { cluster: { backend: "local", config: { path } } } };
  return writeSynth(folder(), {
    [NODES]: {
      json: data("${data.terraform_remote_state.cluster.outputs.name}", { data: read }),
      dependencies: [CLUSTER],
    },
    [CLUSTER]: { json: data("cluster", { output: { name: { value: "c" } } }), dependencies: [NETWORK] },
    [NETWORK]: { json: data("vpc") },
    "other-network": { json: data("not ours") },
  });
}

function run(synthFolder: string, change: Partial<DeployProps> = {}) {
  const printed: string[] = [];
  const result = deploy({
    synthFolder,
    environment,
    allow: [],
    dryRun: false,
    now: NOW,
    workFolder: folder(),
    env: { ...process.env, CHECKPOINT_DISABLE: "1" },
    confirm: () => Promise.resolve(true),
    tell: (text) => printed.push(text),
    ...change,
  });
  return { result, printed };
}

const outcomes = async (result: ReturnType<typeof run>["result"]) =>
  (await result).map(({ stack, outcome }) => `${stack} ${outcome}`);

describe("with real Terraform", () => {
  testWithTerraform("stacks are applied in order, and the next run passes them", async () => {
    const at = synth();
    const { result, printed } = run(at);
    expect(await outcomes(result)).toEqual([`${NETWORK} applied`, `${CLUSTER} applied`, `${NODES} applied`]);
    expect(printed).toContain(`${NETWORK}: 1 to create`);
    expect(printed).toContain("    + terraform_data.it");
    expect(printed.some((line) => /^sample-nodes: terraform_data.it: Creation complete/.test(line))).toBe(true);
    expect(existsSync(join(at, "stacks/other-network/terraform.tfstate"))).toBe(false);
    expect(await outcomes(run(at, { confirm: () => Promise.reject(new Error("asked")) }).result)).toEqual([
      `${NETWORK} unchanged`,
      `${CLUSTER} unchanged`,
      `${NODES} unchanged`,
    ]);
  });

  testWithTerraform("a dry run changes nothing, and says what waits for what", async () => {
    const at = synth();
    const { result } = run(at, { dryRun: true });
    expect(await outcomes(result)).toEqual([`${NETWORK} planned`, `${CLUSTER} planned`, `${NODES} waits`]);
    expect((await result).every(isWell)).toBe(true);
    expect((await result)[2]?.problem).toBe(`It can be planned when ${CLUSTER} is applied.`);
    expect(existsSync(join(at, "stacks", NETWORK, "terraform.tfstate"))).toBe(false);
  });

  testWithTerraform("a dry run does not take a mistake for something that waits", async () => {
    const at = synth();
    const file = join(at, "stacks", NODES, "cdk.tf.json");
    writeFileSync(file, JSON.stringify(data('${file("/no/such/file")}')));
    const [, , last] = await run(at, { dryRun: true }).result;
    expect(last).toMatchObject({ outcome: "failed", problem: expect.stringContaining("no file exists") });
  });

  testWithTerraform("a workspace that was chosen for another project is not used", async () => {
    const at = synth();
    const env = { ...process.env, CHECKPOINT_DISABLE: "1", TF_WORKSPACE: "elsewhere" };
    expect(await outcomes(run(at, { only: [NETWORK], env }).result)).toEqual([`${NETWORK} applied`]);
    expect(existsSync(join(at, "stacks", NETWORK, "terraform.tfstate"))).toBe(true);
  });

  testWithTerraform("after a failure nothing more is applied, and the next run goes on", async () => {
    const at = synth();
    const file = join(at, "stacks", CLUSTER, "cdk.tf.json");
    const good = readFileSync(file, "utf8");
    writeFileSync(file, good.replace('"cluster"', '"${file(\\"/no/such/file\\")}"'));
    const first = await run(at).result;
    expect(first.map(({ outcome }) => outcome)).toEqual(["applied", "failed", "not-run"]);
    expect(first[1]?.problem).toMatch(/terraform plan failed:[^]*no such file|Invalid function argument/i);
    expect(first[1]?.problem).toContain("run the same command again");
    writeFileSync(file, good);
    expect(await outcomes(run(at).result)).toEqual([`${NETWORK} unchanged`, `${CLUSTER} applied`, `${NODES} applied`]);
  });
});

describe("what a state has and config has no more", () => {
  const resource = { aws_s3_bucket: { logs: {} } };
  const recorded = (stack: string) => {
    const [mode, type, name, provider] = ["managed", "aws_s3_bucket", "old", "aws"];
    const one = { mode, type, name, provider, instances: [{ attributes: { id: "b" } }] };
    return Promise.resolve(stack === NETWORK ? null : { version: 4, resources: [one] });
  };

  test("is refused before anything is planned or applied, all of it at once", async () => {
    const at = writeSynth(folder(), {
      [NETWORK]: { json: data("vpc") },
      [CLUSTER]: { json: { resource }, dependencies: [NETWORK] },
      [NODES]: { json: { resource }, dependencies: [CLUSTER] },
    });
    const env = { TERRAFORM_BINARY_NAME: "/no/such/terraform" };
    const allow = [`${CLUSTER}.aws_s3_bucket.old`];
    const all = await run(at, { recorded, env }).result;
    expect(all.map(({ outcome }) => outcome)).toEqual(["not-run", "refused", "refused"]);
    expect(all[1]?.problem).toContain(
      `Its state has what config has no more, and its apply would delete it:\n  ${allow[0]}\n`,
    );
    const one = await run(at, { recorded, env, allow }).result;
    expect(one.map(({ outcome }) => outcome)).toEqual(["not-run", "not-run", "refused"]);
    const [first] = await run(at, { recorded, env, only: [NETWORK] }).result;
    expect(first).toMatchObject({ outcome: "failed", problem: expect.stringContaining("There is no program") });
  });
});

describe("what config has dropped and the stack had protected", () => {
  const guard = (...addresses: string[]) => ({
    holds_data: { for_each: `\${toset(${JSON.stringify(addresses)})}`, lifecycle: { prevent_destroy: true } },
  });
  const both = {
    terraform_data: { ...guard("terraform_data.files"), it: { input: "x" }, files: { input: "y" } },
  };
  const dropped = { terraform_data: { ...guard(), it: { input: "x" } } };
  const write = (at: string, resource: object) => writeSynth(at, { [NETWORK]: { json: { resource } } });
  const LOST = `${NETWORK}.terraform_data.files`;

  testWithTerraform(
    "is refused by plain Terraform, and here until it is named; protection in the folder stays",
    async () => {
      const at = write(folder(), both);
      expect(await outcomes(run(at).result)).toEqual([`${NETWORK} applied`]);
      write(at, dropped);
      const own = join(at, "stacks", NETWORK);
      const terraform = new StackTerraform({
        folder: own,
        stack: NETWORK,
        env: { ...process.env, CHECKPOINT_DISABLE: "1" },
      });
      await expect(terraform.plan(join(own, "plan"), false)).rejects.toThrow(/holds_data\["terraform_data\.files"\]/);
      const [refused] = await run(at).result;
      expect(refused).toMatchObject({
        outcome: "refused",
        losses: [{ address: "terraform_data.files", holds: "data" }],
      });
      expect(refused?.problem).toContain(`  --allow ${LOST}`);
      const [planned] = await run(at, { allow: [LOST], dryRun: true }).result;
      expect(planned).toMatchObject({ outcome: "planned" });
      await expect(terraform.plan(join(own, "plan"), false)).rejects.toThrow(/holds_data/);
      const { result, printed } = run(at, { allow: [LOST] });
      expect(await outcomes(result)).toEqual([`${NETWORK} applied`]);
      expect(printed).toContain(`${NETWORK}: config has no more terraform_data.files: planning what would go`);
      expect(await terraform.recorded()).toEqual(["terraform_data.it"]);
      expect(await outcomes(run(at).result)).toEqual([`${NETWORK} unchanged`]);
    },
  );

  testWithTerraform("does not take along what is still in config and protected", async () => {
    const kept = { files: { input: "y" }, kept: { input: "z", lifecycle: { prevent_destroy: true } } };
    const at = write(folder(), {
      terraform_data: { ...guard("terraform_data.files", "terraform_data.kept"), ...kept },
    });
    expect(await outcomes(run(at).result)).toEqual([`${NETWORK} applied`]);
    const replaced = { kept: { ...kept.kept, triggers_replace: "2" } };
    write(at, { terraform_data: { ...guard("terraform_data.kept"), ...replaced } });
    const [failed] = await run(at, { allow: [LOST, `${NETWORK}.terraform_data.kept`] }).result;
    expect(failed).toMatchObject({ outcome: "failed", problem: expect.stringContaining("terraform_data.kept") });
  });
});

/** Terraform whose plan is the one given, for whichever stack. */
function fake(plan: object, apply = "") {
  const at = folder();
  const { file, calls } = fakeProgram(
    at,
    "terraform",
    `plan*) exit 2;;\nshow*) cat plan.json;;\napply*) ${apply || ":"};;`,
  );
  writeFileSync(join(at, "plan.json"), JSON.stringify(plan));
  return { at, calls, env: { ...process.env, TERRAFORM_BINARY_NAME: file } };
}

const LOSS = planJson({
  "aws_eks_node_group.h100": { actions: ["delete", "create"], replace_paths: [["subnet_ids"]] },
});

test("a plan that loses something is refused with what to type, and nothing is applied", async () => {
  const { env, calls } = fake(LOSS);
  const [first, ...rest] = await run(synth(), { env, only: [NODES] }).result;
  expect(first).toMatchObject({ stack: NODES, outcome: "refused", changes: { replace: 1 } });
  expect(first?.problem).toContain(`  --allow ${NODES}.aws_eks_node_group.h100`);
  expect(rest).toEqual([]);
  expect(calls().some((call) => call.startsWith("apply"))).toBe(false);
});

test("a loss that is allowed by name is applied; one that did not happen is told", async () => {
  const { env } = fake(LOSS);
  const allow = [`${NODES}.aws_eks_node_group.h100`, `${NODES}.aws_vpc.gone`];
  const { result, printed } = run(synth(), { env, only: [NODES], allow });
  expect(await outcomes(result)).toEqual([`${NODES} applied`]);
  expect(printed).toContain(
    `--allow ${NODES}.aws_vpc.gone: nothing of that name is lost or ended; leave it out, or mend it`,
  );
});

test.each<[string, string, string]>([
  ["goes well", ":", "applied"],
  ["fails", "echo broken >&2; exit 1", "failed"],
])("alerts of nodes that go are kept down until their apply %s, drained or not", async (_, apply, outcome) => {
  const labels = { "railyard.dev/node-group": "h100" };
  const gone = planJson({
    "aws_eks_node_group.h100": { actions: ["delete", "create"], before: { labels }, replace_paths: [["subnet_ids"]] },
  });
  const { env, calls } = fake(gone, apply);
  const seen: string[] = [];
  const applied = () => calls().some((call) => call.startsWith("apply"));
  const silenceFirst = (groups: readonly string[]) => {
    seen.push(`kept down: ${groups.join()}, applied: ${applied()}`);
    return Promise.resolve({ end: () => Promise.resolve(void seen.push(`ended, applied: ${applied()}`)) });
  };
  const allow = [`${NODES}.aws_eks_node_group.h100`];
  const given = { env, only: [NODES], allow, silenceFirst };
  expect(await outcomes(run(synth(), { ...given, dryRun: true }).result)).toEqual([`${NODES} planned`]);
  expect(seen).toEqual([]);
  expect(await outcomes(run(synth(), given).result)).toEqual([`${NODES} ${outcome}`]);
  expect(seen).toEqual(["kept down: h100, applied: false", "ended, applied: true"]);
});

test("a change in place that ends jobs is refused in the same way", async () => {
  const group = {
    node_group_name: "sample-h100",
    labels: { "railyard.dev/node-group": "h100" },
    scaling_config: [{ desired_size: 4, min_size: 4, max_size: 4 }],
  };
  const fewer = { scaling_config: [{ desired_size: 2, min_size: 2, max_size: 2 }] };
  const { env } = fake(planOf(NODES, updated("aws_eks_node_group.h100", group, fewer)).plan);
  const allow = [`${NODES}.aws_eks_node_group.h10`];
  const { result, printed } = run(synth(), { env, only: [NODES], allow });
  const [first] = await result;
  expect(first).toMatchObject({
    outcome: "refused",
    losses: [],
    dangers: [{ name: `${NODES}.aws_eks_node_group.h100` }],
  });
  expect(first?.problem).toMatch(/Node group h100 shrinks[^]*--allow sample-nodes\.aws_eks_node_group\.h100$/);
  // a slip in a name is told where it matters
  expect(printed).toContain(`--allow ${allow[0]}: nothing of that name is lost or ended; leave it out, or mend it`);
  const named = run(synth(), { env, only: [NODES], allow: [`${NODES}.aws_eks_node_group.h100`] });
  expect(await outcomes(named.result)).toEqual([`${NODES} applied`]);
});

test("a plan over the state of another environment fails, and nothing is applied", async () => {
  const foreign = { cidr_block: "10.0.0.0/16", tags_all: { "railyard:environment": "other" } };
  const { env, calls } = fake(planOf(NETWORK, updated("aws_vpc.vpc", foreign, { cidr_block: "10.1.0.0/16" })).plan);
  const [first] = await run(synth(), { env, only: [NETWORK] }).result;
  expect(first).toMatchObject({ outcome: "failed", problem: expect.stringContaining("environment other") });
  expect(calls().some((call) => call.startsWith("apply"))).toBe(false);
});

test("what is applied is the plan that was shown, and only after a yes", async () => {
  const { env, calls } = fake(planJson({ "aws_vpc.a": { actions: ["create"] } }));
  const asked: string[] = [];
  const no = run(synth(), { env, confirm: (stack) => (asked.push(stack), Promise.resolve(false)) });
  expect(await outcomes(no.result)).toEqual([`${NETWORK} declined`, `${CLUSTER} not-run`, `${NODES} not-run`]);
  expect(asked).toEqual([NETWORK]);
  expect(calls().filter((call) => call.startsWith("apply"))).toEqual([]);
  const workFolder = folder();
  await run(synth(), { env, workFolder, only: [NETWORK] }).result;
  expect(calls().at(-1)).toBe(`apply -input=false -no-color -lock-timeout=5m ${workFolder}/${NETWORK}.tfplan`);
});

test("an apply that fails is told with Terraform's last words", async () => {
  const { env } = fake(
    planJson({ "aws_vpc.a": { actions: ["create"] } }),
    "echo 'Error: VpcLimitExceeded' >&2; exit 1",
  );
  const [first] = await run(synth(), { env }).result;
  expect(first?.outcome).toBe("failed");
  expect(first?.begun).toBe(true);
  expect(first?.problem).toContain(`${NETWORK}: terraform apply failed:\nError: VpcLimitExceeded\nMend it`);
});

test("an interruption lets Terraform end its apply, and is the reason that is thrown", async () => {
  const { env, at } = fake(
    planJson({ "aws_vpc.a": { actions: ["create"] } }),
    `trap 'echo saved >ended; exit 1' INT; : >began; ${WAIT_FOR_SIGNAL}`,
  );
  const controller = new AbortController();
  const { result } = run(synth(), { env, signal: controller.signal });
  const thrown = expect(result).rejects.toThrow("stopped by hand");
  while (!existsSync(join(at, "began"))) await sleep(10);
  controller.abort(new Error("stopped by hand"));
  await thrown;
  expect(readFileSync(join(at, "ended"), "utf8")).toBe("saved\n");
});

test("fails for a stack that is not there", async () => {
  await expect(run(synth(), { only: ["sample-nods"] }).result).rejects.toThrow("sample has no stack sample-nods");
});

test("fails for an address without its stack, before anything is planned", async () => {
  const { env, calls } = fake(LOSS);
  await expect(run(synth(), { env, allow: ["aws_vpc.vpc"] }).result).rejects.toThrow("--allow takes <stack>.<address>");
  expect(calls()).toEqual([]);
});

test("fails before it plans where an earlier run has left what is not in the state", async () => {
  const { env, calls } = fake(LOSS);
  const at = synth();
  const left = join(at, "stacks", NETWORK);
  writeFileSync(join(left, "errored.tfstate"), "{}");
  const [first, second] = await run(at, { env }).result;
  expect([first?.outcome, second?.outcome]).toEqual(["failed", "not-run"]);
  expect(first?.problem).toContain(`terraform -chdir=${left} state push errored.tfstate`);
  expect(calls()).toEqual([]);
});
