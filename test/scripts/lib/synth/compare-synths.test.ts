import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareSynths } from "../../../../scripts/lib/synth/compare-synths";
import { loadWritten } from "../../../../scripts/lib/environments/environment-table";
import { synthesizeInto } from "../../../../scripts/lib/synth/synthesize";
import { NOW } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

const dev = loadWritten(["dev"], NOW)[0]!.resolved;

/** A repository whose one commit synthesizes what the present code does, after a change. */
function repository(change: (out: string) => void = () => {}): string {
  const [root, out] = [folder(), join(folder(), "out")];
  synthesizeInto([dev], out);
  change(out);
  const main = `import { cpSync } from "node:fs";\ncpSync(${JSON.stringify(out)}, process.env.CDKTF_OUTDIR!, { recursive: true });\n`;
  writeFileSync(join(root, "main.ts"), main);
  writeFileSync(join(root, ".gitignore"), "node_modules\n");
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    [...identity, "commit", "-qm", "base"],
  ])
    if (spawnSync("git", ["-C", root, ...args]).status !== 0) throw new Error(`git ${args.join(" ")} failed`);
  return root;
}

async function compare(root: string, ref: string | null) {
  const notes: string[] = [];
  const tell = (text: string) => notes.push(text);
  const changes = await compareSynths({ root, environments: [dev], baseOf: () => ref, tell });
  return { ...changes.get("dev"), notes };
}

test("of what was never there, everything changed", async () => {
  const { changed, removed, notes } = await compare(ROOT, null);
  expect(changed?.[0]).toBe("dev-bootstrap");
  expect(changed?.at(-1)).toBe("dev-slurm");
  expect(changed).toHaveLength(8);
  expect({ removed, notes }).toEqual({ removed: [], notes: [] });
});

test("against a commit that synthesizes the same, nothing changed", async () => {
  expect(await compare(repository(), "HEAD")).toEqual({ changed: [], removed: [], notes: [] });
});

test("against a commit that differs in one stack, that stack changed", async () => {
  const root = repository((out) => {
    const file = join(out, "stacks/dev-nodes/cdk.tf.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("g6e.12xlarge", "g6e.48xlarge"));
  });
  expect(await compare(root, "HEAD")).toEqual({ changed: ["dev-nodes"], removed: [], notes: [] });
});

test("a base that cannot be synthesized hides no change, and is told", async () => {
  const { changed, notes } = await compare(repository(), "no-such-ref");
  expect(changed).toHaveLength(8);
  expect(notes[0]).toContain("dev: all of it counts as changed");
});
