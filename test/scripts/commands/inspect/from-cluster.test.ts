import { join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { inspectCommand } from "../../../../scripts/commands/inspect/command";
import { captured } from "../../../helpers/captured";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
/** Recorded of kube-apiserver 1.35.4 with made-up nodes, whose pods print what one card shows. */
const RECORDED = join(ROOT, "test/golden/inspect/cluster.json");
const POOL = ["--label", "example.com/servers=dgx", "--name", "dgx"];

async function run(...args: string[]) {
  const { context, texts } = captured();
  const code = await inspectCommand(args, context, () => null);
  return { code, ...texts() };
}

test("a recording answers as the cluster did, without one and without a question", async () => {
  const { code, printed, errors } = await run("--replay", RECORDED, ...POOL, "--look");
  expect(code).toBe(2);
  expect(printed).toBe(
    'dgx: { labels: { "example.com/servers": "dgx" }, nodes: 3, server: { memoryGiB: 2000, nics: [] } },',
  );
  expect(errors.split("\n")).toEqual([
    expect.stringMatching(/^- cards without a GPU next to them are left out: 0000:18:00\.0;/),
    expect.stringMatching(/^- no node has a label with its GPU/),
    expect.stringMatching(/^- sockets, coresPerSocket/),
  ]);
});

test("without --look hosts are not read, also where they were recorded", async () => {
  const { code, errors } = await run("--replay", RECORDED, ...POOL);
  expect([code, errors]).toEqual([
    2,
    expect.stringContaining("no host was looked at: its cards are unknown; --look reads them"),
  ]);
});

test("what was asked in another way is not in it, and what was never seen of a host is told at once", async () => {
  expect(await run("--replay", RECORDED, ...POOL, "--look", "--image", "example.com/shell")).toMatchObject({
    code: 1,
    printed: "",
    errors: expect.stringContaining("The recording has no answer to POST"),
  });
  const file = join(temporary(), "answers.json");
  const text = readFileSync(RECORDED, "utf8");
  const lines = text.split("\n").filter((line) => !/pods\/[^"]*log/.test(line));
  writeFileSync(file, lines.join("\n"));
  expect((await run("--replay", file, ...POOL, "--look")).errors).toContain("The recording has no answer to GET");
});

test.each<[string, string[], string]>([
  ["no source", [], "one of them"],
  ["two sources", ["--replay", RECORDED, "--context", "iron"], "one of them"],
  [
    "a recording of a recording",
    ["--replay", RECORDED, "--record", "a.json"],
    "--record are of a cluster that is asked",
  ],
  ["a question to a recording", ["--replay", RECORDED, "--look", "--yes"], "--yes and --record are of a cluster"],
  ["force without a file", ["--replay", RECORDED, "--force"], "--force replaces the file of --record"],
  ["what is no recording", ["--replay", join(ROOT, "package.json")], "is not a recording of a cluster's answers"],
])("%s is refused", async (_, args, message) => {
  const { code, printed, errors } = await run(...args, ...POOL);
  expect([code, printed, errors]).toEqual([1, "", expect.stringContaining(message)]);
});
