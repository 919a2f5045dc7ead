import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { missingHelm } from "../lib/charts/charts-error";
import { runToEnd } from "../lib/process/run-to-end";
import { temporaryFolder } from "../lib/process/temporary-folder";
import { programFolder, type CacheProps } from "./cache";
import { goStep, putProgram } from "./go-build";
import type { ProgramsProps } from "./programs";

const MODULE = "helm.sh/helm/v3";
/**
 * The Helm that is built where a machine has none.
 * @see https://pkg.go.dev/helm.sh/helm/v3?tab=versions
 */
export const HELM_VERSION = "3.22.0";

/** Where Helm is once it is built. */
const builtHelm = (props: CacheProps): string => join(programFolder(props), `helm-${HELM_VERSION}`);

/**
 * Helm without building it: the one that `HELM` names, or the PATH has, or the cache.
 * @returns null: there is none
 * @throws ChartsError where `HELM` names a program that is not there
 */
export function findHelm(props: CacheProps): string | null {
  const named = props.env["HELM"];
  const program = named ?? "helm";
  if (!runToEnd(program, ["version"], { env: props.env }).isMissing) return program;
  if (named !== undefined) throw missingHelm(named);
  return existsSync(builtHelm(props)) ? builtHelm(props) : null;
}

/**
 * Helm: found, or built with Go from the module that the project publishes, which takes a minute or two once.
 * @throws ChartsError where `HELM` names a program that is not there
 * @throws ControlPlaneError where there is none and none can be built
 */
export async function findOrBuildHelm(props: ProgramsProps): Promise<string> {
  const found = findHelm(props);
  if (found !== null) return found;
  props.tell(`building Helm ${HELM_VERSION} with Go, which is done once, since there is none`);
  const folder = temporaryFolder("helm-build");
  try {
    const path = builtHelm(props);
    const bin = join(folder, "bin");
    mkdirSync(bin);
    const flags = `-s -w -X ${MODULE}/internal/version.version=v${HELM_VERSION}`;
    const install = ["install", "-ldflags", flags, `${MODULE}/cmd/helm@v${HELM_VERSION}`];
    await goStep(install, folder, { ...props, env: { ...props.env, GOBIN: bin } }, "");
    putProgram(join(bin, "helm"), path);
    return path;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
