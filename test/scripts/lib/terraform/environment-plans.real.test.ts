import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  planStacks,
  stacksOf,
  writePlanJson,
  type EnvironmentPlansProps,
} from "../../../../scripts/lib/terraform/environment-plans";
import { sample } from "../../../helpers/environment";
import { temporaryFolders, testWithTerraform, writeSynth } from "../../../helpers/terraform";

const folder = temporaryFolders();

const { env: environment } = sample();
const [NETWORK, NODES] = ["sample-network", "sample-nodes"];

const data = (input: unknown) => ({ json: { resource: { terraform_data: { it: { input } } } } });

const synth = () =>
  writeSynth(folder(), {
    [NODES]: { ...data("nodes"), dependencies: [NETWORK] },
    [NETWORK]: data("vpc"),
    "other-network": data("not ours"),
  });

/** Plans, and does something with each. */
async function take(synthFolder: string, change: Partial<EnvironmentPlansProps> = {}) {
  const notes: string[] = [];
  const planned = planStacks({
    synthFolder,
    environment,
    workFolder: folder(),
    lock: false,
    env: { ...process.env, CHECKPOINT_DISABLE: "1" },
    tell: (text) => notes.push(text),
    ...change,
  });
  const stacks: string[] = [];
  for await (const { stack, saved, terraform } of planned) {
    stacks.push(`${stack} ${saved.json.resource_changes?.map(({ change: { actions } }) => actions).join()}`);
    await terraform.apply(saved);
  }
  return { stacks, notes };
}

testWithTerraform(
  "plans the stacks of one environment in order, each after what was done with the one before",
  async () => {
    const at = synth();
    const { stacks, notes } = await take(at);
    expect(stacks).toEqual([`${NETWORK} create`, `${NODES} create`]);
    expect(notes).toEqual([`${NETWORK}: something would change`, `${NODES}: something would change`]);
    expect((await take(at)).notes).toEqual([`${NETWORK}: no changes`, `${NODES}: no changes`]);
    expect(existsSync(join(at, "stacks/other-network/.terraform"))).toBe(false);
  },
);

testWithTerraform("plans only the stacks that are meant, in order still", async () => {
  expect((await take(synth(), { stacks: [NODES] })).stacks).toEqual([`${NODES} create`]);
  expect((await take(synth(), { stacks: [NODES, NETWORK] })).stacks).toEqual([`${NETWORK} create`, `${NODES} create`]);
});

testWithTerraform(
  "fails when a stack that keeps its state in the repository would change, unless it is only looked at",
  async () => {
    const path = join(folder(), "s.tfstate");
    const at = writeSynth(folder(), {
      "sample-bootstrap": {
        json: { terraform: { backend: { local: { path } } }, resource: { terraform_data: { it: { input: 1 } } } },
      },
    });
    await expect(take(at)).rejects.toThrow(
      "apply it by hand, and commit its state.\n  npm run cdktf -- deploy sample-bootstrap",
    );
    expect((await take(at, { byHand: true })).stacks).toEqual(["sample-bootstrap create"]);
    // applied by now, so that nothing is left to do by hand
    expect((await take(at)).notes).toEqual(["sample-bootstrap: no changes"]);
  },
);

test("fails on a stack that the environment does not have, and where nothing was synthesized", async () => {
  await expect(take(synth(), { stacks: ["other-network"] })).rejects.toThrow(
    "sample has no stack other-network: sample-network, sample-nodes",
  );
  const empty = writeSynth(folder(), { "other-network": { json: {} } });
  await expect(take(empty)).rejects.toThrow("has no stack of sample: npm run synth -- sample");
});

test("a plan is written where the review looks for it, for nobody else to read", () => {
  const at = folder();
  writePlanJson(at, "sample", NODES, { resource_changes: [] });
  expect(readdirSync(join(at, "sample"))).toEqual([NODES]);
  const file = join(at, "sample", NODES, "plan.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ resource_changes: [] });
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("of stacks that do not wait for each other, the earlier in life comes first: nodes are paid for from the first minute", () => {
  const dependencies = ["sample-network"];
  const synthFolder = writeSynth(folder(), {
    "sample-governance": { json: {}, dependencies: ["sample-bootstrap"] },
    "sample-bootstrap": { json: {} },
    "sample-nodes": { json: {}, dependencies },
    "sample-storage": { json: {}, dependencies },
    "sample-network": { json: {}, dependencies: ["sample-bootstrap"] },
  });
  const inOrder = (env: typeof environment) =>
    stacksOf({ synthFolder, environment: env }).map((name) => name.replace("sample-", ""));
  const watched = sample({ budget: { monthlyUsd: 1_000_000 }, alarms: { emails: ["ops@example.com"] } }).env;
  expect(inOrder(watched)).toEqual(["bootstrap", "governance", "network", "storage", "nodes"]);
  // of an environment without a budget it is one that config has dropped: it goes before all others
  expect(inOrder(environment)).toEqual(["governance", "bootstrap", "network", "storage", "nodes"]);
});
