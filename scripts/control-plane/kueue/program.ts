import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../lib/process/temporary-folder";
import { programFolder, type CacheProps } from "../cache";
import { downloadModule, goStep, putProgram } from "../go-build";
import type { ProgramsProps } from "../programs";

const MODULE = "sigs.k8s.io/kueue";

/** Where the manager of a release of Kueue is once it is built. */
export const managerPath = (version: string, props: CacheProps): string =>
  join(programFolder(props), `kueue-${version}`);

/**
 * The manager of Kueue: from the cache, or built with Go from the module that the project publishes, which takes minutes once.
 * @param version of the release, such as 0.19.2: that of its chart
 * @returns the path of the program
 * @throws ControlPlaneError where there is none and none can be built
 */
export async function findOrBuildManager(version: string, props: ProgramsProps): Promise<string> {
  const path = managerPath(version, props);
  if (existsSync(path)) return path;
  props.tell(`building the manager of Kueue ${version} with Go, which takes minutes and is done once`);
  const folder = temporaryFolder("kueue-build");
  try {
    const { Dir } = await downloadModule(`${MODULE}@v${version}`, folder, props);
    const built = join(folder, "kueue");
    const flags = `-s -w -X ${MODULE}/pkg/version.GitVersion=v${version}`;
    // in its own folder, so that what it needs has the versions that the project tries it with
    await goStep(["build", "-o", built, "-ldflags", flags, "./cmd/kueue"], Dir, props, "-mod=readonly");
    putProgram(built, path);
    return path;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
