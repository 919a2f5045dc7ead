import { railyard } from "../../../helpers/in-process";

const explain = (...args: string[]) => railyard("explain", ...args);

test("tells a key of an environment, and where its file writes it", async () => {
  const { code, stdout, stderr } = await explain("research", "lustre.throughput");
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("There is no") });
  expect(stdout).toMatch(/^lustre\.throughput {2}· {2}research\n/);
  expect(stdout).toMatch(/value +250 MB\/s\/TiB\n +from +written in config\/environments\/research\.ts:\d+\n/);
});

test("is JSON on demand", async () => {
  const explanation = JSON.parse((await explain("research", "nodeGroups.h100.maxPods", "--json")).stdout) as unknown;
  expect(explanation).toMatchObject({
    kind: "key",
    environment: "research",
    value: 51,
    origin: { kind: "derived" },
    updates: [{ policy: "rolling" }],
  });
});

test("tells an environment's own keys by its name alone", async () => {
  expect((await explain("dev")).stdout).toMatch(/^dev\n\n(?:Findings\n(?: {2}.+\n)+\n)?Keys in it\n/);
});

test.each([
  ["p5.48xlarge", /instance type, family p5/],
  ["network/vpc-size", /severity +error/],
  ["us-east-1", /Region/],
  ["--help", /railyard explain research lustre\.throughput/],
])("tells %s", async (word, text) => {
  const { code, stdout } = await explain(word);
  expect(code).toBe(0);
  expect(stdout).toMatch(text);
});

test.each([
  [[], /name one thing, or an environment and a key of it, not nothing\nSee npx railyard explain --help/],
  [["a", "b", "c"], /not 3 words/],
  [["reserch", "lustre"], /there is no environment "reserch"\n +fix: did you mean research\?/],
  [["research", "lustre.capacity"], /did you mean lustre\.capacityGiB\?/],
  [["research", "..x"], /"\.\.x" is no key/],
  [["p5.48xlrge"], /did you mean p5\.48xlarge\?/],
  [["research", "--jsn"], /--jsn/],
])("fails on %j in words", async (args, message) => {
  const { code, stdout, stderr } = await explain(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n\s+at /);
});
