import { existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { lastLines, runToEnd } from "../../lib/process/run-to-end";
import { CheckovError } from "./failures";
import { temporaryFolder } from "../../lib/process/temporary-folder";

/** Checks come, go and change with releases, and exceptions with them. */
export const CHECKOV_VERSION = "3.3.30";

const INSTALL = "npx railyard policy --install";

/** Where `--install` puts it: gone with node_modules, kept by everything else. */
export const checkovFolder = (root: string): string =>
  join(root, "node_modules", ".cache", "railyard", `checkov-${CHECKOV_VERSION}`);

/**
 * Finds Checkov of the pinned version: the program that CHECKOV names, that of `--install`, or that of the PATH.
 * @throws CheckovError when there is none
 */
export function findCheckov(root: string, env: NodeJS.ProcessEnv = process.env): string {
  const own = join(checkovFolder(root), "bin", "checkov");
  const named = env["CHECKOV"];
  // it runs in another folder
  const program = named?.includes("/") ? resolve(named) : named || (existsSync(own) ? own : "checkov");
  const { failure, stdout } = runToEnd(program, ["--version"], { env: checkovEnvironment(tmpdir(), env) });
  if (failure !== null) throw new CheckovError(`There is no Checkov (${program}): ${INSTALL}`);
  const version = stdout.trim();
  if (version === CHECKOV_VERSION) return program;
  throw new CheckovError(`${program} is of version ${version || "?"}, but ${CHECKOV_VERSION} is needed: ${INSTALL}`);
}

/** Installs Checkov from PyPI into a virtual environment of its own, unless it is there. */
export function installCheckov(root: string, env: NodeJS.ProcessEnv = process.env): void {
  const folder = checkovFolder(root);
  if (existsSync(join(folder, "bin", "checkov"))) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  try {
    // not moved into place when it is done: programs of a virtual environment have its path in them
    step(env, "python3", ["-m", "venv", folder], "Python 3 with venv (Debian: apt-get install python3-venv)");
    const pip = ["install", "--quiet", "--disable-pip-version-check", "--no-input", `checkov==${CHECKOV_VERSION}`];
    step(env, join(folder, "bin", "pip"), pip, "PyPI");
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function step(env: NodeJS.ProcessEnv, program: string, args: readonly string[], needs: string): void {
  const { ok, failure, stderr } = runToEnd(program, args, { env });
  if (ok) return;
  const why = failure ?? lastLines(stderr, LINES);
  throw new CheckovError(`Checkov could not be installed; that needs ${needs}:\n${why}`);
}

/** Lines that say why a program failed. */
const LINES = 5;

/** Runs Checkov on a folder of plans. @returns its report, JSON */
export function runCheckov(program: string, folder: string): string {
  // it reads .checkov.yaml of the working folder and of the home folder: neither has one
  const home = temporaryFolder("checkov");
  const args = ["--directory", folder, "--framework", "terraform_plan", "--output", "json", "--compact"];
  try {
    const { ok, failure, stdout, stderr } = runToEnd(program, [...args, "--soft-fail", "--skip-download"], {
      folder: home,
      env: checkovEnvironment(home),
    });
    if (ok) return stdout;
    const why = failure ?? lastLines(stderr, LINES);
    throw new CheckovError(`Checkov failed:\n${why}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Nothing of a person's settings, keys of its platform among them, and a proxy that leads nowhere. */
function checkovEnvironment(home: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const nowhere = "http://127.0.0.1:9";
  return {
    PATH: env["PATH"],
    HOME: home,
    LANG: "C.UTF-8",
    PYTHONDONTWRITEBYTECODE: "1",
    CKV_SKIP_PACKAGE_UPDATE_CHECK: "true",
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    http_proxy: nowhere,
    https_proxy: nowhere,
  };
}
