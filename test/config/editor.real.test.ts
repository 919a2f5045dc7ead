import { openInEditor } from "../helpers/editor";

/** An environment with `more` among the keys of its node group, `top` among those of itself. */
const whole = (more = "", top = "") => `import { defineEnvironment } from "../index";
export default defineEnvironment({
  name: "mine", account: "111122223333", region: "us-east-1", ${top}
  owner: { team: "a", costCenter: "b" },
  network: { kind: "create", cidr: "10.10.0.0/16", zones: ["us-east-1a", "us-east-1b"] },
  cluster: { kind: "eks", admins: ["arn:aws:iam::111122223333:role/admin"] },
  nodeGroups: {
    h100: { instanceType: "p5.48xlarge", nodes: 2, /*here*/ ${more} },
  },
  lustre: { deployment: "scratch-2", capacityGiB: 1200 },
});
`;

const fork = (more = "", top = "") => `import { defineEnvironment } from "../index";
import research from "./research";
export default defineEnvironment({
  extends: research, name: "mine", ${top}
  nodeGroups: {
    h100: { instanceType: "p5.48xlarge", /*here*/ ${more} },
    cpu: null,
  },
  lustre: { capacityGiB: 1200 },
});
`;

const open = (text: string) => openInEditor({ "config/environments/mine.ts": text });

describe.each([
  ["an environment", whole],
  ["an environment that extends another", fork],
])("%s, in an editor", (_, write) => {
  const editor = open(write());

  test("has no errors", () => expect(editor.errors()).toEqual([]));

  test.each([
    ["name", "Name of the environment"],
    ["instanceType", "EC2 instance type."],
    ["lustre", "FSx for Lustre."],
    ["capacityGiB", "Size of the file system"],
  ])("shows on hover what %s is", (key, text) => expect(editor.hover(key)).toContain(text));

  test("shows units and what a change does", () => {
    expect(editor.hover("capacityGiB")).toContain("Unit: GiB");
    expect(editor.hover("instanceType")).toContain("Changing it destroys");
  });

  test("offers the keys that may follow", () =>
    expect(editor.offered()).toEqual(expect.arrayContaining(["capacity", "fabric", "taints"])));

  test.each([
    ["a key of the environment", ["", "lustr: {},"], "'lustr' does not exist"],
    ["a key of a group", ['fabrc: { kind: "none" },', ""], "Did you mean to write 'fabric'?"],
    ["a key of a choice", ['capacity: { kindd: "spot" },', ""], "'kindd' does not exist"],
    ["a value", ['capacity: { kind: "spott" },', ""], "Did you mean '\"spot\"'?"],
  ] as const)("is told about a mistyped name of %s", (_what, args, message) =>
    expect(open(write(...args)).errors()).toEqual([expect.stringContaining(message)]),
  );
});

test("a patch may name a kind and its keys, and remove what the original has", () => {
  expect(open(fork('capacity: { kind: "spot" }, taints: [], fabric: null,', "checkpoints: null,")).errors()).toEqual(
    [],
  );
});

test("what is extended may extend another one itself", () => {
  const files = {
    "config/environments/middle.ts": fork(),
    "config/environments/mine.ts": fork().replace("./research", "./middle"),
  };
  expect(openInEditor(files).errors()).toEqual([]);
});
