import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonIn } from "../lib/files/read-json";
import { lastLines } from "../lib/process/run-to-end";
import { temporaryFolder } from "../lib/process/temporary-folder";
import { programFolder, type CacheProps } from "./cache";
import { ControlPlaneError } from "./control-plane-error";
import { downloadModule, goStep, putProgram, runGo, type GoProps } from "./go-build";
import { goModule, linkerFlags } from "./go-module";
import { chooseVersion } from "./versions";

export interface ProgramsProps extends GoProps {
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

/** The name of a program changes with its source. */
function fileName(version: string): string {
  const source = createHash("sha256").update(readFileSync(SOURCE)).digest("hex").slice(0, 8);
  return `kube-${version}-${source}`;
}

/** Versions whose programs are there. */
export function builtVersions(props: CacheProps): string[] {
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
    const { code, stdout, stderr } = await runGo(["list", "-m", "-versions", "-json", KUBERNETES], tmpdir(), props);
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
    const { GoMod } = await downloadModule(`${KUBERNETES}@v${version}`, folder, props);
    copyFileSync(SOURCE, join(folder, "main.go"));
    writeFileSync(join(folder, "go.mod"), goModule(readFileSync(GoMod, "utf8"), version));
    await goStep(["mod", "tidy"], folder, props);
    await goStep(["build", "-o", join(folder, "kube"), "-ldflags", linkerFlags(version), "."], folder, props);
    putProgram(join(folder, "kube"), path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
