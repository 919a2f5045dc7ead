import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { preflightCommand } from "../../../../scripts/commands/preflight/command";
import type { PreflightReport } from "../../../../scripts/preflight/report";
import { NOW } from "../../../helpers/environment";
import { ROOT, runProgram, WITH_TYPESCRIPT } from "../../../helpers/process";
import { setEnv } from "../../../helpers/process-env";

const DEV = join(ROOT, "test/golden/preflight/dev.json");
/** No credentials, and nobody to ask for some. */
const NOBODY = {
  AWS_ACCESS_KEY_ID: "",
  AWS_SECRET_ACCESS_KEY: "",
  AWS_PROFILE: "",
  AWS_CONFIG_FILE: "/dev/null",
  AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
  AWS_EC2_METADATA_DISABLED: "true",
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "preflight-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The command in this process. */
async function preflight(...args: string[]) {
  const [out, errors]: [string[], string[]] = [[], []];
  const code = await preflightCommand(args, {
    root: ROOT,
    clock: () => NOW,
    print: (text) => void out.push(text),
    printError: (text) => void errors.push(text),
  });
  return { code, stdout: out.join("\n"), stderr: errors.join("\n") };
}

describe("as a process", () => {
  const asProcess = (...args: string[]) => runProgram("scripts/railyard.ts", ["preflight", ...args], NOBODY);

  test("replays a recording with no credentials: by verdict, with what to do, exit code 2", () => {
    const { code, stdout, stderr } = asProcess("dev", "--replay", DEV);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    expect(stdout).toMatch(/^dev {2}· {2}account 111122223333 {2}· {2}us-east-1\n═+\nRecorded 2026-11-21T12:00:00/);
    expect(stdout).toMatch(/Failed: .*\n {2}account\/service-linked-roles {2}AWSServiceRoleForEC2Spot: is missing/);
    expect(stdout).toMatch(/fix: aws iam create-service-linked-role --aws-service-name spot\.amazonaws\.com/);
    expect(stdout).toMatch(/names\/log-groups {2}\/aws\/eks\/dev\/cluster: is taken/);
    expect(stdout).toMatch(/\n3 failed, \d+ unknown, \d+ warnings, \d+ ok\n$/);
    expect(stdout).not.toContain("\u001b");
  });

  test("an interruption ends it at once, and leaves nothing written", async () => {
    const server = createServer(() => {});
    const asked = once(server, "request");
    const url = await listen(server);
    const file = join(folder, "answers.json");
    const args = [...WITH_TYPESCRIPT, join(ROOT, "scripts/railyard.ts"), "preflight", "dev", "--record", file];
    const env = {
      ...process.env,
      ...NOBODY,
      AWS_ACCESS_KEY_ID: "a",
      AWS_SECRET_ACCESS_KEY: "b",
      AWS_ENDPOINT_URL: url,
    };
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (text: Buffer) => (stderr += text.toString()));
    await asked;
    child.kill("SIGINT");
    const [code] = (await once(child, "close")) as [number];
    server.closeAllConnections();
    server.close();
    expect({ code, stderr }).toEqual({ code: 130, stderr: "Interrupted (SIGINT). Nothing was written.\n" });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("options", () => {
  const report = async (...args: string[]) =>
    JSON.parse((await preflight(...args, "--json")).stdout) as PreflightReport;

  test("--json is the whole report", async () => {
    const { checks, ...rest } = await report("dev", "--replay", DEV);
    expect(rest).toMatchObject({
      environment: "dev",
      askedAt: "2026-11-21T12:00:00.000Z",
      replayed: true,
      counts: { failed: 3 },
    });
    expect(checks.find(({ id }) => id === "names/cluster")).toEqual({
      id: "names/cluster",
      title: "The name of the EKS cluster is free.",
      results: [{ verdict: "ok", subject: "dev", text: "is free" }],
    });
  });

  test("--check runs these checks only, and --strict counts what is unknown", async () => {
    const args = ["dev", "--replay", DEV, "--check", "endpoints/cluster", "--check", "account/identity"];
    const { checks } = await report(...args);
    expect(checks.map(({ id }) => id)).toEqual(["account/identity", "endpoints/cluster"]);
    expect((await preflight(...args)).code).toBe(0);
    expect((await preflight(...args, "--strict")).code).toBe(2);
  });

  test("what a recording lacks is unknown, and the rest is told", async () => {
    const { checks, counts } = await report("research", "--replay", DEV);
    const unknown = checks.flatMap(({ results }) => results.filter(({ verdict }) => verdict === "unknown"));
    expect(unknown.map(({ text }) => text)).toContainEqual(
      expect.stringContaining("has no answer to EKS DescribeCluster"),
    );
    expect(counts.ok).toBeGreaterThan(0);
  });

  test("a replay is of the day of the recording, whatever today is", async () => {
    const context = { root: ROOT, printError: () => {} };
    const printed: string[] = [];
    const later = { ...context, clock: () => new Date("2031-01-01"), print: (text: string) => void printed.push(text) };
    await preflightCommand(["dev", "--replay", DEV, "--check", "kubernetes/version"], later);
    expect(printed.join("\n")).toMatch(/Recorded 2026-11-21[\s\S]*0 failed/);
  });

  test("--list tells every check with its permissions", async () => {
    const { code, stdout } = await preflight("--list");
    expect(code).toBe(0);
    expect(stdout).toMatch(/names\/roles +account +Names of IAM roles are free\. +iam:GetRole/);
    const rows = JSON.parse((await preflight("--list", "--json")).stdout) as object[];
    expect(rows).toContainEqual({
      id: "names/roles",
      asks: "account",
      title: "Names of IAM roles are free.",
      permissions: ["iam:GetRole"],
    });
  });

  test("--help tells options and exit codes", async () => {
    const { code, stdout } = await preflight("--help");
    expect(code).toBe(0);
    for (const option of ["--check", "--list", "--record", "--replay", "--strict", "--json"])
      expect(stdout).toContain(option);
    expect(stdout).toMatch(/Exit code: 0 nothing failed[\s\S]* 1 the command could not run[\s\S]* 2 something failed/);
  });

  test.each([
    [[], /name one environment, not none\nSee npx railyard preflight --help/],
    [["dev", "research"], /name one environment, not 2/],
    [["dve", "--replay", DEV], /there is no environment "dve"/],
    [
      ["dev", "--check", "names/bucket"],
      /--check names\/bucket: there is no such check: did you mean names\/buckets\?/,
    ],
    [["dev", "--replay", DEV, "--record", "a.json"], /give one of them/],
    [["dev", "--replay", ""], /--replay needs a value, but is empty/],
    [["dev", "--record", ""], /--record needs a value, but is empty/],
    [["dev", "--replay", "/nowhere/a.json"], /--replay: there is no file \/nowhere\/a\.json/],
    [["dev", "--replay", join(ROOT, "package.json")], /package\.json is not a recording of AWS's answers/],
    [["dev", "--stricter"], /--stricter/],
  ])("fails on %j in words", async (args, message) => {
    const { code, stdout, stderr } = await preflight(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(message);
  });

  test("fails for a recording that lacks who asked", async () => {
    const file = join(folder, "empty.json");
    writeFileSync(file, JSON.stringify({ format: 1, takenAt: "2026-11-21T12:00:00Z", answers: [] }));
    const { code, stderr } = await preflight("dev", "--replay", file);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Whose credentials these are is not known[\s\S]*Record again with --record/);
  });
});

describe("asked over HTTP", () => {
  let restore = () => {};
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    restore();
  });

  /** AWS that answers who asks, and to all else with one error. */
  async function answering(status: number, code: string, identity = true): Promise<void> {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (text: Buffer) => (body += text.toString()));
      request.on("end", () => {
        const asksWho = identity && body.includes("Action=GetCallerIdentity");
        response.writeHead(asksWho ? 200 : status, { "content-type": "text/xml", "x-amzn-errortype": code });
        response.end(
          asksWho
            ? IDENTITY
            : `<ErrorResponse><Error><Code>${code}</Code><Message>no</Message></Error></ErrorResponse>`,
        );
      });
    });
    const url = await listen(server);
    restore = setEnv({
      ...NOBODY,
      AWS_ACCESS_KEY_ID: "a",
      AWS_SECRET_ACCESS_KEY: "b",
      AWS_ENDPOINT_URL: url,
    });
  }

  const IDENTITY = `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::111122223333:user/ann</Arn>
    <Account>111122223333</Account><UserId>AIDAEXAMPLE</UserId></GetCallerIdentityResult></GetCallerIdentityResponse>`;
  const ROLES = ["dev", "--check", "account/identity", "--check", "names/roles"];

  test("fails in words, once, when there are no credentials, and records nothing", async () => {
    restore = setEnv(NOBODY);
    const file = join(folder, "answers.json");
    const { code, stdout, stderr } = await preflight("dev", "--record", file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.match(/no usable AWS credentials/g)).toHaveLength(1);
    expect(stderr).toMatch(/aws sso login/);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(file)).toBe(false);
  });

  test("a call that is not permitted is unknown, and the others still run", async () => {
    await answering(403, "AccessDenied");
    const { code, stdout, stderr } = await preflight(...ROLES);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/names\/roles {2}Names of IAM roles are free: iam:GetRole is not permitted/);
    expect(stdout).toMatch(/fix: Give the caller the permission iam:GetRole\./);
    expect(stdout).toMatch(/0 failed, 1 unknown, 0 warnings, 1 ok$/);
  });

  test.each([
    [true, /expired\. They did while checks ran/],
    [
      false,
      /Whose credentials these are is not known\. Nothing was asked\. The AWS credentials have expired\.\nLog in again/,
    ],
  ])("credentials that have expired end it, on the way (%s) or at once", async (identity, words) => {
    await answering(403, "ExpiredToken", identity);
    const { code, stdout, stderr } = await preflight(...ROLES);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(words);
  });
});

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
