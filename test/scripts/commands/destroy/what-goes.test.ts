import { mustBeNamed, stacksToDestroy, unnamedText } from "../../../../scripts/commands/destroy/what-goes";
import type { PlanJson } from "../../../../scripts/lib/terraform/plan-json";
import { planJson } from "../../../helpers/deploying";
import { sample } from "../../../helpers/environment";
import { temporaryFolders, writeSynth } from "../../../helpers/terraform";

const folder = temporaryFolders();
const { env: production } = sample({ profile: "production" });
const { env: development } = sample({ profile: "development" });

const json = {
  resource: {
    aws_fsx_lustre_file_system: { lustre: { lifecycle: { prevent_destroy: true } } },
    aws_cloudwatch_log_group: { logs: {} },
  },
};
/** By name, as synth lists them. */
const synth = () =>
  writeSynth(folder(), {
    "sample-bootstrap": { json: {} },
    "sample-cluster": { json: {}, dependencies: ["sample-network"] },
    "sample-network": { json: {}, dependencies: ["sample-bootstrap"] },
    "sample-nodes": { json: {}, dependencies: ["sample-cluster"] },
    "sample-platform": { json: {}, dependencies: ["sample-nodes", "sample-storage"] },
    "sample-storage": { json, dependencies: ["sample-network", "sample-cluster"] },
  });

const chosen = (more: object = {}) =>
  stacksToDestroy({ synthFolder: synth(), environment: development, bootstrap: false, ...more });

describe("stacks", () => {
  test("go in reverse, nodes before what their pods write to, and the states stay", () => {
    expect(chosen()).toEqual(["sample-platform", "sample-nodes", "sample-storage", "sample-cluster", "sample-network"]);
  });

  test("that are named take along what stands on them, and nothing else", () => {
    expect(chosen({ only: ["sample-nodes"] })).toEqual(["sample-platform", "sample-nodes"]);
    expect(chosen({ only: ["sample-platform"] })).toEqual(["sample-platform"]);
  });

  test("with the states go last of all", () => {
    expect(chosen({ bootstrap: true }).at(-1)).toBe("sample-bootstrap");
    expect(chosen({ bootstrap: true })).toHaveLength(6);
  });

  test.each([
    [["sample-nods"], "sample has no stack sample-nods"],
    [["sample-bootstrap"], "--bootstrap names it"],
  ])("fail for %j", (only, text) => {
    expect(() => chosen({ only })).toThrow(text);
  });
});

const PLAN = planJson({
  "aws_fsx_lustre_file_system.lustre": { actions: ["delete"] },
  "aws_cloudwatch_log_group.logs": { actions: ["delete"] },
  "aws_eks_node_group.h100": { actions: ["delete"] },
  "aws_vpc.vpc": { actions: ["delete"] },
  "aws_kms_key.kept": { actions: ["no-op"] },
}) as unknown as PlanJson;

test("what holds data and is in config no more must be named, too: nothing says that it was not protected", () => {
  const plan = planJson({ 'aws_fsx_lustre_file_system.old["a"]': { actions: ["delete"] } }) as unknown as PlanJson;
  expect(mustBeNamed({ synthFolder: synth(), environment: development }, "sample-storage", plan)).toHaveLength(1);
});

test.each([
  ["production", production, ["aws_fsx_lustre_file_system.lustre", "aws_cloudwatch_log_group.logs"]],
  ["development", development, ["aws_fsx_lustre_file_system.lustre"]],
])("in %s all data, or what is protected, must be named; machines and networks not", (_, environment, expected) => {
  const found = mustBeNamed({ synthFolder: synth(), environment }, "sample-storage", PLAN);
  expect(found.map(({ address }) => address)).toEqual(expected);
});

test("what was not named is told with what it is, and what to type", () => {
  const resources = mustBeNamed({ synthFolder: synth(), environment: development }, "sample-storage", PLAN);
  const claims = [{ namespace: "slurm", name: "data-0", driver: "ebs.csi.aws.com" }];
  expect(unnamedText({ resources, claims })?.split("\n")).toEqual([
    "This would be lost for ever, and was not named:",
    "  sample-storage.aws_fsx_lustre_file_system.lustre",
    "    its files are deleted, but those that a data repository has",
    "  slurm/data-0",
    "    the volume of this claim is deleted with it",
    "Nothing was drained or destroyed. To give it up, name it:",
    "  --allow sample-storage.aws_fsx_lustre_file_system.lustre",
    "  --allow slurm/data-0",
    expect.stringContaining("--keep <address>"),
    expect.stringContaining("--stack <stack>"),
  ]);
  expect(unnamedText({ resources: [], claims: [] })).toBeNull();
});
