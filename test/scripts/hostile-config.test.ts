import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { loadEnvironments } from "../../config";
import { mergeExtends } from "../../config/kernel/extends";
import { ConfigError } from "../../config/kernel/issues";
import { ExpectedError } from "../../scripts/lib/errors/expected-error";
import { problemReport } from "../../scripts/lib/environments/report-problems";
import { synthesizeInto } from "../../scripts/lib/synth/synthesize";
import { LEGAL, NOW } from "../helpers/environment";

/** Loads and synthesizes as `synth` does. @returns what a person is told; null: it was well */
function problem(change: Record<string, unknown>): string | null {
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  const { input } = mergeExtends({ ...change, extends: LEGAL });
  const name = String((input as { name: unknown }).name);
  try {
    const loaded = loadEnvironments({ [name]: () => input }, [name], NOW);
    synthesizeInto(
      loaded.map(({ resolved }) => resolved),
      folder,
    );
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return problemReport(error, folder);
    if (error instanceof ExpectedError) return error.message;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const cpu = { instanceType: "m7i.4xlarge", nodes: 1 };

test.each<[string, Record<string, unknown>, string]>([
  ["an environment sg-prod", { name: "sg-prod" }, "names/environment-start"],
  ["a node group all", { nodeGroups: { all: cpu } }, "names/slurm-words"],
  ["a node group default", { nodeGroups: { default: cpu } }, "names/slurm-words"],
  ["a partition all", { slurm: { partitions: { all: { nodeGroups: ["h100"] } } } }, "slurm/partition-name-reserved"],
  ["a long bootScript", { nodeGroups: { h100: { bootScript: "x".repeat(13_400) } } }, "nodes/boot-size"],
  ["a bootScript with an umlaut", { nodeGroups: { h100: { bootScript: "# für" } } }, "nodes/boot-script-text"],
  ["a bootScript with CRLF", { nodeGroups: { h100: { bootScript: "true\r\n" } } }, "nodes/boot-script-text"],
])("%s is told by its rule", (_, change, rule) => expect(problem(change)).toContain(`[${rule};`));

test("nodeadm with an umlaut is written so that every byte comes through", () => {
  expect(
    problem({ nodeGroups: { h100: { nodeadm: { instance: { environment: { default: { NAME: "für" } } } } } } }),
  ).toBeNull();
});

test("what is too long only with what Railyard adds is told with its key, and without a stack trace", () => {
  const text = problem({ nodeGroups: { h100: { bootScript: "x".repeat(13_000) } } });
  expect(text).toMatch(
    /nodeGroups\.h100.*sample-nodes\/group-h100 cannot be made: user data: \d+ bytes, at most 13312/,
  );
  expect(text).not.toMatch(/\n\s+at /);
});

/** Texts that shells, YAML, Terraform, Slurm, JavaScript and terminals read as something else. */
const hostile = fc.oneof(
  fc.constantFrom(
    "all",
    "default",
    "system",
    "sg",
    "sg-prod",
    "sthree-a",
    "constructor",
    "__proto__",
    "toString",
    "null",
    "true",
    "0",
    "${aws_vpc.this.id}",
    "%{ if true }",
    "$(reboot)",
    "`id`",
    "a b",
    "a;b",
    "a'b",
    'a"b',
    "a\nb",
    "a\r\nb",
    "ü",
    "\u001b[31m",
    "../..",
    "-rf",
    "*",
    "a=b",
    "a,b",
    "a/b",
    "{{ .Values }}",
    "<script>",
    "\u202e",
    "x".repeat(64),
    "x".repeat(14_000),
    "",
  ),
  fc.string({ maxLength: 30, unit: "binary" }),
  fc.stringMatching(/^[a-z](-?[a-z0-9]){0,18}$/),
);

test("no name or text ends in a stack trace: it is built, or told in words", () => {
  const change = fc.oneof(
    hostile.map((text) => ({ name: text })),
    hostile.map((text) => ({ nodeGroups: { [text]: cpu } })),
    hostile.map((text) => ({ teams: { [text]: { users: ["jane"] } } })),
    hostile.map((text) => ({ teams: { vision: { users: [text] } } })),
    hostile.map((text) => ({ slurm: { partitions: { [text]: { nodeGroups: ["h100"] } } } })),
    hostile.map((text) => ({ nodeGroups: { h100: { bootScript: text } } })),
    hostile.map((text) => ({ nodeGroups: { h100: { nodeadm: { [text]: text } } } })),
    hostile.map((text) => ({ nodeGroups: { h100: { nodeadm: { containerd: { config: text } } } } })),
    hostile.map((text) => ({ nodeGroups: { cpu: { labels: { [text]: text } } } })),
    hostile.map((text) => ({ nodeGroups: { cpu: { taints: [{ key: text, value: text, effect: "NoSchedule" }] } } })),
    hostile.map((text) => ({ extraTags: { [text]: text } })),
    hostile.map((text) => ({ owner: { team: text, costCenter: text } })),
    hostile.map((text) => ({ cluster: { admins: [text] } })),
    hostile.map((text) => ({ lustre: { mountPath: text } })),
    hostile.map((text) => ({ checkpoints: { cold: { prefix: text } } })),
    hostile.map((text) => ({ checkpoints: { bucket: { kind: "create", name: text } } })),
    hostile.map((text) => ({ state: { kind: "s3", bucket: text } })),
    hostile.map((text) => ({ network: { cidr: text } })),
    hostile.map((text) => ({ platform: { helmValues: { "gpu-operator": { [text]: text } } } })),
    hostile.map((text) => ({ prices: { [text]: { usd: 1, agreement: "contract", asOf: text } } })),
  );
  fc.assert(
    fc.property(change, (given) => {
      const text = problem(given);
      if (text !== null) expect(text).not.toMatch(/\n\s+at .*:\d+:\d+/);
    }),
    { numRuns: 60, seed: 7 },
  );
});
