import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Workflow } from "../../../../scripts/dev/ci/workflow";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

test("tells the address of its run", () => {
  const env = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "acme/cluster", GITHUB_RUN_ID: "12" };
  expect(new Workflow(env).runUrl).toBe("https://github.com/acme/cluster/actions/runs/12");
});

test("fails outside of a workflow, with the name of what is missing", () => {
  expect(() => new Workflow({}).runUrl).toThrow("GITHUB_SERVER_URL is not set");
  expect(() => new Workflow({ GITHUB_REPOSITORY: "a/b" }).github()).toThrow("GITHUB_TOKEN is not set");
});

test("writes outputs into the file of the step, and prints them where there is none", () => {
  const file = join(folder(), "output");
  const workflow = new Workflow({ GITHUB_OUTPUT: file });
  workflow.output("a", "1", () => {});
  workflow.output("b", '[{"c":"d e"}]', () => {});
  expect(readFileSync(file, "utf8")).toBe('a=1\nb=[{"c":"d e"}]\n');
  const printed: string[] = [];
  new Workflow({}).output("a", "1", (text) => printed.push(text));
  expect(printed).toEqual(["a=1"]);
});

test("fails on a value with two lines, which would be two outputs", () => {
  expect(() => new Workflow({}).output("a", "1\nany=true", () => {})).toThrow("more than one line");
});
