import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadEnvironments } from "../../../../config";
import environments = require("../../../../scripts/lib/environments/environment-table");
import { slurmCheckCommand } from "../../../../scripts/dev/slurm-check/command";
import { MOST_DAEMONS, tooManyNodes } from "../../../../scripts/dev/slurm-check/run-harness";
import { captured } from "../../../helpers/captured";
import { LEGAL, NOW } from "../../../helpers/environment";
import { syntaxErrors } from "../../../helpers/sandbox";

async function run(...args: string[]) {
  const { context, texts } = captured("/");
  return { code: await slurmCheckCommand(args, context), ...texts() };
}

const { slurm: _, nodeGroups, network, ...others } = LEGAL;
const row = (name: string, cidr: string, more: object) => () => ({
  ...others,
  ...more,
  name,
  nodeGroups: { cpu: nodeGroups.cpu },
  network: { ...network, cidr },
  lustre: undefined,
  checkpoints: undefined,
});
const ROWS = {
  plain: row("plain", "10.21.0.0/16", {}),
  bare: row("bare", "10.22.0.0/16", {}),
  full: row("full", "10.23.0.0/16", { slurm: { partitions: { cpu: { nodeGroups: ["cpu"] } } } }),
};
beforeEach(() => {
  jest.spyOn(environments, "loadWritten").mockImplementation((names) => loadEnvironments(ROWS, names, NOW));
});

// what it does with real daemons is its own proof: `npm run slurm:check`
describe("npm run slurm:check", () => {
  test("tells how it is used and what it needs", async () => {
    const { code, printed } = await run("--help");
    expect(code).toBe(0);
    expect(printed.replace(/\s+/g, " ")).toContain("slurm-wlm slurmdbd munge mariadb-server");
  });

  test("fails on options that do not exist", async () => {
    expect(await run("--nodes")).toMatchObject({ code: 1, errors: expect.stringContaining("--nodes") });
  });

  test("says in words that there is no Slurm, where there is none, and asks for no tools", async () => {
    const words = "plain has no Slurm: there is nothing to check.";
    expect(await run("plain")).toEqual({ code: 0, printed: words, errors: "" });
    expect((await run("plain", "bare")).printed).toBe("plain, bare have no Slurm: there is nothing to check.");
    const report = JSON.parse((await run("plain", "--json")).printed) as object;
    expect(report).toMatchObject({
      slurm: null,
      passed: 0,
      failed: 0,
      checks: [{ environment: "plain", kind: "NOTE" }],
    });
  });

  test("fails where Slurm is missing, and says what to install", async () => {
    jest.spyOn(process, "getuid").mockReturnValue(0);
    const { code, errors } = await run("plain", "full", "--root", mkdtempSync(join(tmpdir(), "no-slurm-")));
    expect(code).toBe(1);
    expect(errors).toContain("apt-get install --no-install-recommends slurm-wlm");
  });
});

test("starts a slurmd for each of a hundred nodes, and for none of more", () => {
  const nodes = (count: number) => ({ nodes: "node\tgroup\n".repeat(count) });
  expect(tooManyNodes(nodes(MOST_DAEMONS), "submissions")).toBeNull();
  expect(tooManyNodes(nodes(MOST_DAEMONS + 1), "submissions")).toMatch(
    /have 101 nodes[^]*at most 100[^]*Nothing was started/,
  );
  expect(tooManyNodes(nodes(MOST_DAEMONS + 1))).toContain("101 nodes");
  // these are not started
  expect(tooManyNodes(nodes(2048), "fleet")).toBeNull();
});

test.each(["harness.sh", "sandbox.sh", "checks.sh", "by-hand.sh", "samples.sh", "off-hours.sh"])(
  "bash can read %s",
  (file) => {
    expect(syntaxErrors(readFileSync(join(__dirname, "../../../../scripts/dev/slurm-check", file), "utf8"))).toBe("");
  },
);
