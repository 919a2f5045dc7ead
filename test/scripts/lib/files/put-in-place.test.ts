import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeWorkFolder, putInPlace } from "../../../../scripts/lib/files/put-in-place";

function folder(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "place-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

const manifest = (...stacks: string[]) =>
  JSON.stringify({ version: "1", stacks: Object.fromEntries(stacks.map((name) => [name, { name }])) });

describe("putInPlace", () => {
  const fresh = () =>
    folder({ "stacks/a-net/cdk.tf.json": "new", "stacks/a-net/assets/x": "new", "manifest.json": manifest("a-net") });

  test("replaces what synthesis writes and keeps what Terraform has there", () => {
    const outdir = folder({
      "stacks/a-net/cdk.tf.json": "old",
      "stacks/a-net/assets/y": "old",
      "stacks/a-net/.terraform/providers": "p",
      "stacks/a-net/.terraform.lock.hcl": "l",
      "stacks/a-net/plan": "p",
    });
    expect(putInPlace(fresh(), outdir, () => false)).toEqual([]);
    const stack = join(outdir, "stacks/a-net");
    expect(readdirSync(stack).sort()).toEqual([".terraform", ".terraform.lock.hcl", "assets", "cdk.tf.json", "plan"]);
    expect(readdirSync(join(stack, "assets"))).toEqual(["x"]);
    expect(readFileSync(join(stack, "cdk.tf.json"), "utf8")).toBe("new");
  });

  test("keeps a state that Terraform could not save, though its stack is gone, and tells of the stack once", () => {
    const outdir = folder({
      "stacks/gone-net/cdk.tf.json": "g",
      "stacks/gone-net/.terraform/providers": "p",
      "stacks/gone-net/errored.tfstate": "{}",
    });
    expect(putInPlace(fresh(), outdir, () => false)).toEqual(["gone-net"]);
    expect(readdirSync(join(outdir, "stacks/gone-net"))).toEqual(["errored.tfstate"]);
    expect(putInPlace(fresh(), outdir, () => false)).toEqual([]);
    expect(readdirSync(join(outdir, "stacks/gone-net"))).toEqual(["errored.tfstate"]);
  });

  test("removes assets that a stack has no more", () => {
    const outdir = folder({ "stacks/a-net/assets/y": "old" });
    putInPlace(folder({ "stacks/a-net/cdk.tf.json": "new", "manifest.json": manifest("a-net") }), outdir, () => false);
    expect(existsSync(join(outdir, "stacks/a-net/assets"))).toBe(false);
  });

  test("removes other stacks unless they are to be kept, and lists what is there", () => {
    const outdir = folder({
      "stacks/b-net/cdk.tf.json": "b",
      "stacks/gone-net/cdk.tf.json": "g",
      "manifest.json": manifest("a-net", "b-net", "gone-net", "never-there"),
    });
    expect(putInPlace(fresh(), outdir, (stack) => stack.startsWith("b-"))).toEqual(["gone-net"]);
    expect(readdirSync(join(outdir, "stacks")).sort()).toEqual(["a-net", "b-net"]);
    const { stacks, version } = JSON.parse(readFileSync(join(outdir, "manifest.json"), "utf8"));
    expect([Object.keys(stacks).sort(), version]).toEqual([["a-net", "b-net"], "1"]);
  });

  test("goes on without a manifest that cannot be read", () => {
    const outdir = folder({ "manifest.json": "{" });
    putInPlace(fresh(), outdir, () => true);
    expect(JSON.parse(readFileSync(join(outdir, "manifest.json"), "utf8")).stacks).toEqual({
      "a-net": { name: "a-net" },
    });
  });
});

test("work folders of killed runs are removed, those of running ones stay", () => {
  // no process can have this id
  const outdir = folder({
    ".synth-4999999-a/x": "",
    ".synth-old/x": "",
    [`.synth-${process.ppid}-b/x`]: "",
    "stacks/x": "",
  });
  const work = makeWorkFolder(outdir);
  const left = readdirSync(outdir).map((entry) => join(outdir, entry));
  expect(left.sort()).toEqual([join(outdir, "stacks"), join(outdir, `.synth-${process.ppid}-b`), work].sort());
});
