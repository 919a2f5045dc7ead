import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ReviewJson } from "../../../../scripts/review/render/json";
import { reviewCommand } from "../../../../scripts/commands/review/command";
import { PLAN } from "../../../helpers/plan";
import { ROOT, runProgram } from "../../../helpers/process";
import { temporaryFolders, testWithTerraform } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const review = (...args: string[]) => runProgram("scripts/railyard.ts", ["review", ...args]);

const ADDRESS = "dev-storage.aws_fsx_lustre_file_system.lustre";
/** Within the time for which an acknowledgement holds. */
const SOON = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const COMMIT = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-qm", "It is meant"];

const gone = {
  address: "aws_fsx_lustre_file_system.lustre",
  mode: "managed",
  type: "aws_fsx_lustre_file_system",
  name: "lustre",
  provider_name: "registry.terraform.io/hashicorp/aws",
  change: { actions: ["delete"], before: { id: "fs-1", storage_capacity: 1200 }, after: null },
};

function put(folder: string, files: Readonly<Record<string, unknown>>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

/** A folder of plans that delete the file system of dev, or nothing. */
const plans = (...changes: object[]) =>
  put(temporary(), { "dev/dev-storage/plan.json": { ...PLAN, resource_changes: changes } });

/** Reviews dev against HEAD with given plans. */
function gate(changes: readonly object[], ...args: string[]) {
  const out = join(temporary(), "review");
  const result = review("dev", "--plans", plans(...changes), "--out", out, ...args);
  const json = () => JSON.parse(readFileSync(join(out, "review.json"), "utf8")) as ReviewJson;
  return { ...result, out, json };
}

describe("the gate", () => {
  test("is open when nothing changes", () => {
    const { code, stdout, out, json } = gate([]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/dev: safe; 0 to create/);
    expect(json()).toMatchObject({ version: 1, verdict: "safe", exitCode: 0 });
    expect(readFileSync(join(out, "review.md"), "utf8")).toContain("<!-- railyard-review -->");
    expect(readFileSync(join(out, "review.html"), "utf8")).toMatch(/^<!doctype html>/);
  });

  test("is shut before a loss that nobody has named", () => {
    const { code, stdout, json } = gate([gone]);
    expect(code).toBe(2);
    expect(stdout).toContain(ADDRESS);
    expect(json().verdict).toBe("needs-acknowledgement");
  });

  test("opens when the description names it, by whoever wrote that, and is never called safe", () => {
    const danger = gate([gone])
      .json()
      .environments[0]?.findings.find(({ address }) => address === ADDRESS)?.danger;
    const description = join(temporary(), "description.md");
    const line = `Acknowledge: ${ADDRESS} danger ${danger} until ${SOON}: exported to S3, nobody uses it`;
    writeFileSync(description, `Moving away.\n\n${line}\n`);
    const { code, stdout, json } = gate([gone], "--description", description, "--by", "octocat");
    expect(json().verdict).toBe("acknowledged");
    expect(code).toBe(0);
    expect(stdout).toContain("dev: acknowledged by octocat;");
    const nobody = gate([gone], "--description", description);
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringMatching(/nobody is named/)]);
  });

  test("is broken by an acknowledgement of an environment that nobody has", () => {
    const description = join(temporary(), "descriptions.json");
    const line = `Acknowledge: dve-storage.aws_vpc.a danger 3f0c9a51b7e2 until ${SOON}: it is meant`;
    writeFileSync(description, JSON.stringify([{ by: "octocat", pull: 1, text: line }]));
    const { code, stderr } = gate([], "--description", description);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/no environment has a stack dve-storage.*dev-storage/)]);
  });

  test("is broken by an acknowledgement for what does not happen", () => {
    const folder = put(temporary(), {
      "old.yaml": `address: ${ADDRESS}\ndanger: 3f0c9a51b7e2\nreason: it was meant\nexpires: "${SOON}"\n`,
    });
    expect(gate([], "--acknowledgements", folder).stderr).toMatch(
      /old\.yaml: is in no git repository: nobody is named/,
    );
    for (const args of [["init", "-q"], ["add", "--all"], COMMIT])
      execFileSync("git", ["-C", folder, ...args], { env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" } });
    const { code, json } = gate([], "--acknowledgements", folder);
    expect(code).toBe(1);
    expect(json().environments[0]?.problems.join()).toContain("old.yaml");
  });

  test("prints JSON and nothing else on demand", () => {
    const { stdout, json } = gate([gone], "--json");
    expect(JSON.parse(stdout)).toEqual(json());
  });
});

describe("bad input", () => {
  test.each([
    [["no-such-environment"], /no environment no-such-environment.*: there are dev, research, frontier/],
    [["reserch"], /no environment reserch.*: did you mean research\?/],
    [["dev", "--changed"], /--changed finds the environments itself/],
    [["dev", "--base", "no-such-ref"], /no-such-ref/],
    [["dev", "--plans", "/nowhere"], /--plans: there is no folder \/nowhere/],
    [["dev", "--description", "/nowhere.md"], /--description: there is no file \/nowhere\.md/],
    [["--bsae", "x"], /--bsae/],
  ])("fails on %j in words, and writes nothing", async (args, message) => {
    const out = join(temporary(), "review");
    const lines: string[] = [];
    const context = {
      root: ROOT,
      outdir: undefined,
      clock: () => new Date(),
      print: () => {},
      printError: (text: string) => lines.push(text),
    };
    const code = await reviewCommand([...args, "--out", out], context);
    const stderr = lines.join("\n");
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(out)).toBe(false);
  });
});

describe("without plans", () => {
  testWithTerraform("the change is rehearsed, and the review says so", async () => {
    const out = join(temporary(), "review");
    const { code, stdout, stderr } = review("dev", "--out", out);
    expect(stderr).toMatch(/-- dev-network: plan\n[^]*-- dev: rehearsed on top of [0-9a-f]{7}\b/);
    expect(stdout).toContain("AWS itself was not asked");
    expect([0, 2]).toContain(code);
    expect(readFileSync(join(out, "review.md"), "utf8")).toMatch(/AWS itself was not asked/i);
  });
});
