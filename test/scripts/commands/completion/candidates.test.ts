import { COMMANDS } from "../../../../scripts/commands";
import { candidates } from "../../../../scripts/commands/completion/candidates";
import { ROOT } from "../../../helpers/process";
import { SHIPPED } from "../../../helpers/shipped-files";

const context = {
  root: ROOT,
  outdir: undefined,
  clock: () => new Date("2026-11-21T12:00:00Z"),
  print: () => fail("a completion prints nothing itself"),
  printError: () => fail("a completion prints nothing itself"),
};
const complete = (...words: string[]) => candidates({ words, commands: COMMANDS, context });

function fail(message: string): never {
  throw new Error(message);
}

test("the first word is a command", async () => {
  expect(await complete("des")).toEqual(["describe", "destroy"].filter((name) => name in COMMANDS));
  expect(await complete("")).toEqual([...Object.keys(COMMANDS), "help"]);
});

test("options are those of the command's own help", async () => {
  expect(await complete("describe", "--")).toEqual(["--json", "--html", "--force", "--help"]);
  expect(await complete("review", "--pl")).toEqual(["--plans"]);
});

test("after an option that takes a value, the shell completes files", async () => {
  expect(await complete("describe", "dev", "--html", "")).toEqual([]);
  expect(await complete("describe", "--json", "d")).toEqual(["dev"]);
});

test("environments are offered once each", async () => {
  expect(await complete("diff", "")).toEqual([...SHIPPED]);
  expect(await complete("diff", "dev", "")).toEqual(SHIPPED.filter((name) => name !== "dev"));
});

test("rules and shells are offered where they are meant", async () => {
  expect(await complete("rules", "lustre/eff")).toEqual([]);
  expect(await complete("rules", "lustre/capacity-inc")).toEqual(["lustre/capacity-increment"]);
  expect(await complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
});

test("what help tells about, steps of the pipeline, Regions and checks are offered", async () => {
  expect(await complete("help", "reh")).toEqual(["rehearse"]);
  expect(await complete("help", "rehearse", "")).toEqual([]);
  expect(await complete("ci", "ta")).toEqual(["targets"]);
  expect(await complete("ci", "plan", "res")).toEqual(["research"]);
  expect(await complete("fork", "dev", "west", "--region", "us-w")).toEqual(["us-west-1", "us-west-2"]);
  expect(await complete("preflight", "dev", "--check", "names/b")).toEqual(["names/buckets"]);
  expect(await complete("preflight", "dev", "--record", "names/b")).toEqual([]);
  expect(await complete("destroy", "dev", "--stack", "dev-n")).toEqual(["dev-network", "dev-nodes"]);
  expect(await complete("rehearse", "--stack", "research-sl")).toEqual(["research-slurm"]);
  expect(await complete("destroy", "dev", "--yes-destroy", "")).toEqual(["dev"]);
});

test("explain knows keys as deep as they are typed, those of groups by their names too", async () => {
  expect(await complete("explain", "p5.48")).toEqual(["p5.48xlarge"]);
  expect(await complete("explain", "research", "lus")).toEqual(["lustre"]);
  expect(await complete("explain", "research", "nodeGroups.")).toEqual(["nodeGroups.h100", "nodeGroups.cpu"]);
  expect(await complete("explain", "research", "nodeGroups.h100.capacity.t")).toEqual([
    "nodeGroups.h100.capacity.target",
  ]);
});

test("what cannot be completed is nothing, and no error", async () => {
  expect(await complete("no-such-command", "")).toEqual([]);
  expect(await complete("explain", "nowhere", "a")).toEqual([]);
  expect(await complete("explain", "research", "nodeGroups[x.")).toEqual([]);
});
