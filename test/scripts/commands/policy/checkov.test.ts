import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  checkovFolder,
  CHECKOV_VERSION,
  findCheckov,
  installCheckov,
  runCheckov,
} from "../../../../scripts/commands/policy/checkov";
import { temporaryFolders, writeProgram } from "../../../helpers/terraform";

const folder = temporaryFolders();

const program = (body: string) => writeProgram(folder(), "checkov", body);

describe("findCheckov", () => {
  test("takes the program that CHECKOV names", () => {
    const own = program(`echo ${CHECKOV_VERSION}`);
    expect(findCheckov(folder(), { ...process.env, CHECKOV: own })).toBe(own);
  });

  test("takes that of --install before that of the PATH", () => {
    const root = folder();
    const bin = join(checkovFolder(root), "bin");
    mkdirSync(bin, { recursive: true });
    const own = writeProgram(bin, "checkov", `echo ${CHECKOV_VERSION}`);
    const other = dirname(program(`echo ${CHECKOV_VERSION}`));
    expect(findCheckov(root, { PATH: `${other}:${process.env["PATH"]}` })).toBe(own);
  });

  test("takes that of the PATH when there is no other", () => {
    const own = dirname(program(`echo ${CHECKOV_VERSION}`));
    expect(findCheckov(folder(), { PATH: `${own}:${process.env["PATH"]}` })).toBe("checkov");
  });

  test("fails when there is none, or one of another version, and says how to install it", () => {
    expect(() => findCheckov(folder(), { CHECKOV: "/no/such/program" })).toThrow("npx railyard policy --install");
    const old = program("echo 3.0.0");
    expect(() => findCheckov(folder(), { ...process.env, CHECKOV: old })).toThrow(
      `is of version 3.0.0, but ${CHECKOV_VERSION} is needed: npx railyard policy --install`,
    );
  });
});

describe("runCheckov", () => {
  test("hands over the folder and asks for plans, JSON, and nothing from the network", () => {
    const report = runCheckov(program('echo "$*"; env'), "/plans");
    const [args, ...env] = report.split("\n");
    expect(args).toBe(
      "--directory /plans --framework terraform_plan --output json --compact --soft-fail --skip-download",
    );
    expect(env).toContain("CKV_SKIP_PACKAGE_UPDATE_CHECK=true");
    expect(env).toContain("HTTPS_PROXY=http://127.0.0.1:9");
  });

  test("keeps settings and keys of the person from it", () => {
    process.env["BC_API_KEY"] = "key";
    try {
      const report = runCheckov(program('env; echo "cwd=$PWD"; ls -A "$HOME"'), "/plans");
      expect(report).not.toContain("BC_API_KEY");
      expect(report).not.toContain(`HOME=${process.env["HOME"]}\n`);
      expect(/cwd=(.*)\n/.exec(report)?.[1]).toBe(/^HOME=(.*)$/m.exec(report)?.[1]);
    } finally {
      delete process.env["BC_API_KEY"];
    }
  });

  test("leaves no folder behind", () => {
    const home = /^HOME=(.*)$/m.exec(runCheckov(program("env"), "/plans"))?.[1];
    expect(home).toContain("railyard-checkov-");
    expect(existsSync(home ?? "")).toBe(false);
  });

  test("fails when it fails, with its last words", () => {
    expect(() => runCheckov(program("echo broken >&2; exit 2"), "/plans")).toThrow("Checkov failed:\nbroken");
  });
});

describe("installCheckov", () => {
  /** A python3 whose pip does what is given. */
  const withPython = (pip: string, run: (root: string, env: NodeJS.ProcessEnv) => void) => {
    const bin = folder();
    writeProgram(
      bin,
      "python3",
      `mkdir -p "$3/bin"; printf '#!/bin/bash\\n%s\\n' '${pip}' >"$3/bin/pip"; chmod +x "$3/bin/pip"`,
    );
    const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}` };
    run(folder(), env);
  };

  test("installs the pinned version into a folder of its own, once", () => {
    withPython('echo "$*" >>"$(dirname "$0")/calls"; touch "$(dirname "$0")/checkov"', (root, env) => {
      installCheckov(root, env);
      installCheckov(root, env);
      const calls = readFileSync(join(checkovFolder(root), "bin", "calls"), "utf8");
      expect(calls).toMatch(new RegExp(`^install .*checkov==${CHECKOV_VERSION}\\n$`));
    });
  });

  test("fails with the last words of pip, and leaves nothing that looks installed", () => {
    withPython("echo no route to PyPI >&2; exit 1", (root, env) => {
      expect(() => installCheckov(root, env)).toThrow("no route to PyPI");
      expect(existsSync(checkovFolder(root))).toBe(false);
    });
  });

  test("starts anew over an installation that was interrupted", () => {
    withPython('touch "$(dirname "$0")/checkov"', (root, env) => {
      mkdirSync(checkovFolder(root), { recursive: true });
      writeFileSync(join(checkovFolder(root), "half"), "");
      installCheckov(root, env);
      expect(existsSync(join(checkovFolder(root), "half"))).toBe(false);
      expect(existsSync(join(checkovFolder(root), "bin", "checkov"))).toBe(true);
    });
  });
});
