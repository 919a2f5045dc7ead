import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../lib/process/temporary-folder";
import { programFolder, type CacheProps } from "../cache";
import { downloadModule, goStep, putProgram } from "../go-build";
import type { ProgramsProps } from "../programs";
import type { Manager } from "./manager";

/** Where a manager is once it is built. */
export const managerPath = ({ release }: Manager, version: string, props: CacheProps): string =>
  join(programFolder(props), `${release}-${version}`);

/**
 * A manager: from the cache, or built with Go from the module that its project publishes, which takes minutes once.
 * @param version such as 0.19.2
 * @returns the path of the program
 * @throws ControlPlaneError where there is none and none can be built
 */
export async function findOrBuildManager(manager: Manager, version: string, props: ProgramsProps): Promise<string> {
  const path = managerPath(manager, version, props);
  if (existsSync(path)) return path;
  props.tell(`building the manager of ${manager.title} ${version} with Go, which takes minutes and is done once`);
  const folder = temporaryFolder("manager-build");
  try {
    const { module, main, versionVariable } = manager;
    const { Dir } = await downloadModule(`${module}@v${version}`, folder, props);
    const built = join(folder, "manager");
    const linker = ["-s -w", ...(versionVariable ? [`-X ${module}/${versionVariable}=v${version}`] : [])].join(" ");
    // in its own folder, so that what it needs has the versions that the project tries it with
    await goStep(["build", "-o", built, "-ldflags", linker, main], Dir, props, "-mod=readonly");
    putProgram(built, path);
    return path;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
