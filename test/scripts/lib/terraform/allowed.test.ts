import { assertAddresses, quoted, refusal, stackLosses } from "../../../../scripts/lib/terraform/allowed";
import type { PlanJson } from "../../../../scripts/lib/terraform/plan-json";
import { planJson } from "../../../helpers/deploying";
import { temporaryFolders, writeSynth } from "../../../helpers/terraform";

const folder = temporaryFolders();
const STACKS = ["dev-network", "dev-nodes"];

test.each(["dev-nodes.aws_eks_node_group.h100", 'dev-network.aws_subnet.private["us-east-1a"]'])(
  "%s is an address",
  (name) => {
    expect(() => assertAddresses("--allow", [name], STACKS)).not.toThrow();
  },
);

test.each([
  ["aws_eks_node_group.h100", "--allow takes <stack>.<address>, such as dev-network.aws_vpc.vpc"],
  ["dev-nods.aws_eks_node_group.h100", "dev-nodes"],
  ["dev-nodes.h100", 'is "dev-nodes.h100"'],
  ["dev-nodes", 'is "dev-nodes"'],
])("fails for %s", (name, text) => {
  expect(() => assertAddresses("--allow", [name], STACKS)).toThrow(text);
});

test("what holds data or runs jobs is a loss, and whatever the stack protects; the rest is not", () => {
  const json = { resource: { aws_foo: { kept: { lifecycle: { prevent_destroy: true } }, free: {} } } };
  const synth = writeSynth(folder(), { s: { json } });
  const plan = planJson({
    "aws_foo.kept": { actions: ["delete"] },
    "aws_foo.free": { actions: ["delete"] },
    "aws_eks_node_group.h100": { actions: ["delete", "create"], replace_paths: [["instance_types"]] },
    "aws_s3_bucket.b": { actions: ["update"] },
  }) as unknown as PlanJson;
  const found = stackLosses(synth, "s", plan);
  expect(found.map(({ stack, address, action, holds }) => [stack, address, action, holds])).toEqual([
    ["s", "aws_foo.kept", "delete", "data"],
    ["s", "aws_eks_node_group.h100", "replace", "jobs"],
  ]);
  const text = refusal(found);
  expect(text).toContain("replace, since instance_types cannot change in place: its nodes are drained and terminated");
  expect(text).toContain("\n  --allow s.aws_foo.kept\n  --allow s.aws_eks_node_group.h100");
});

test("a danger is told with the order that loses least, and each name once", () => {
  const safer = [{ text: "Let no new job start.", command: "scontrol update …" }, { text: "Apply." }];
  const danger = { name: "s.aws_foo.kept", title: "It shrinks.", details: ["4 → 2"], safer };
  const lost = {
    stack: "s",
    address: "aws_foo.kept",
    type: "aws_foo",
    action: "replace",
    holds: "data",
    why: "gone",
  } as const;
  const text = refusal([{ ...lost, reasonPaths: [] }], [danger]);
  expect(text).toContain(
    "  s.aws_foo.kept\n    It shrinks.\n    4 → 2\n      1. Let no new job start.  scontrol update …\n      2. Apply.\n",
  );
  expect(text.match(/--allow/g)).toHaveLength(1);
});

test("keys of instances are quoted for a shell", () => {
  expect(quoted('s.aws_subnet.a["x"]')).toBe(`'s.aws_subnet.a["x"]'`);
  expect(quoted("slurm/data-0")).toBe("slurm/data-0");
  expect(quoted("it's")).toBe(`'it'\\''s'`);
});
