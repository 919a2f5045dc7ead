import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { jsonIn } from "../lib/files/read-json";
import { runChild, type ChildResult } from "../lib/process/child";
import { lastLines } from "../lib/process/run-to-end";
import { temporaryFolder } from "../lib/process/temporary-folder";
import { ControlPlaneError } from "./control-plane-error";
import { goModule, linkerFlags } from "./go-module";
import { chooseVersion } from "./versions";

export interface ProgramsProps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  readonly tell: (text: string) => void;
}

/** A program with a whole control plane in it. */
export interface ControlPlaneProgram {
  readonly path: string;
  /** Such as 1.36.3. */
  readonly version: string;
  /** Why it is not of the minor version that was asked for; null: it is. */
  readonly instead: string | null;
}

const KUBERNETES = "k8s.io/kubernetes";
const SOURCE = join(__dirname, "kube", "main.go");

/**
 * Folder of programs that are built, which all checkouts of a person share: `RAILYARD_CONTROL_PLANES`, or railyard/control-plane in
 * the folder for caches.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export const programFolder = ({ env }: Pick<ProgramsProps, "env">): string =>
  env["RAILYARD_CONTROL_PLANES"] ??
  join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "railyard", "control-plane");

/** The name of a program changes with its source. */
function fileName(version: string): string {
  const source = createHash("sha256").update(readFileSync(SOURCE)).digest("hex").slice(0, 8);
  return `kube-${version}-${source}`;
}

/** Versions whose programs are there. */
export function builtVersions(props: Pick<ProgramsProps, "env">): string[] {
  const folder = programFolder(props);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const version = /^kube-(\d+\.\d+\.\d+)-/.exec(name)?.[1];
    return version !== undefined && name === fileName(version) ? [version] : [];
  });
}

/**
 * The control plane of a minor version of Kubernetes: from the cache, or built with Go from the modules that Kubernetes
 * publishes, which takes minutes once.
 * @param minor such as `1.36`
 * @throws ControlPlaneError where there is none and none can be built
 */
export async function findOrBuild(minor: string, props: ProgramsProps): Promise<ControlPlaneProgram> {
  const built = builtVersions(props);
  const isThere = built.some((version) => version.startsWith(`${minor}.`));
  const choice = chooseVersion(minor, built, isThere ? [] : await publishedVersions(props, built));
  if (choice === null) throw new ControlPlaneError(`No version of ${KUBERNETES} can be had from the module proxy.`);
  const path = join(programFolder(props), fileName(choice.version));
  if (!choice.isBuilt) await build(choice.version, path, props);
  return { path, version: choice.version, instead: choice.instead };
}

/** Versions that the Go proxy has; where it cannot be asked, those that are built must do. */
async function publishedVersions(props: ProgramsProps, built: readonly string[]): Promise<string[]> {
  try {
    const { code, stdout, stderr } = await go(["list", "-m", "-versions", "-json", KUBERNETES], tmpdir(), props);
    const { Versions } = (code === 0 ? jsonIn(stdout) : {}) as { Versions?: string[] };
    if (Versions) return Versions.map((version) => version.replace(/^v/, ""));
    throw new ControlPlaneError(`go list -m -versions ${KUBERNETES} failed: ${lastLines(stderr, 3)}`);
  } catch (error) {
    if (built.length === 0 || !(error instanceof ControlPlaneError)) throw error;
    props.tell(error.message);
    return [];
  }
}

async function build(version: string, path: string, props: ProgramsProps): Promise<void> {
  props.tell(`building the control plane of Kubernetes ${version} with Go, which takes minutes and is done once`);
  const folder = temporaryFolder("control-plane-build");
  try {
    const step = async (args: readonly string[]) => {
      const { code, stdout, stderr } = await go(args, folder, props);
      if (code === 0) return stdout;
      throw new ControlPlaneError(`go ${args.slice(0, 3).join(" ")} failed:\n${lastLines(stderr, 8)}`);
    };
    const { GoMod = "" } = (jsonIn(await step(["mod", "download", "-json", `${KUBERNETES}@v${version}`])) ?? {}) as {
      GoMod?: string;
    };
    copyFileSync(SOURCE, join(folder, "main.go"));
    writeFileSync(join(folder, "go.mod"), goModule(readFileSync(GoMod, "utf8"), version));
    await step(["mod", "tidy"]);
    await step(["build", "-o", join(folder, "kube"), "-ldflags", linkerFlags(version), "."]);
    mkdirSync(programFolder(props), { recursive: true });
    // another process sees all of the program or nothing
    const beside = `${path}.${process.pid}`;
    copyFileSync(join(folder, "kube"), beside);
    renameSync(beside, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function go(args: readonly string[], folder: string, { env, signal }: ProgramsProps): Promise<ChildResult> {
  return runChild({ program: "go", args, folder, env: { ...env, GOFLAGS: "-mod=mod", GOWORK: "off" }, signal }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      throw new ControlPlaneError(
        'A control plane is built with Go, and there is no program "go". Install it from https://go.dev/dl/, or name a folder\n' +
          "with programs that another machine has built in RAILYARD_CONTROL_PLANES.",
      );
    },
  );
}
