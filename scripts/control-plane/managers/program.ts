import { chmodSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../../lib/process/temporary-folder";
import { programFolder, type CacheProps } from "../cache";
import { downloadModule, goStep, putProgram } from "../go-build";
import type { ProgramsProps } from "../programs";
import { ControlPlaneError } from "../control-plane-error";
import type { Manager, SourceRewrite } from "./manager";

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
    const { module, main, versionVariable, rewrite } = manager;
    const { Dir } = await downloadModule(`${module}@v${version}`, folder, props);
    const built = join(folder, "manager");
    const linker = ["-s -w", ...(versionVariable ? [`-X ${module}/${versionVariable}=v${version}`] : [])].join(" ");
    // in its own folder, so that what it needs has the versions that the project tries it with
    const sources = rewrite ? rewritten(rewrite, Dir, join(folder, "sources")) : Dir;
    await goStep(["build", "-o", built, "-ldflags", linker, main], sources, props, "-mod=readonly");
    putProgram(built, path);
    return path;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A copy of the sources with another text in one file: those of modules may not be written. @returns its folder */
function rewritten({ file, from, to }: SourceRewrite, sources: string, folder: string): string {
  const parts = readFileSync(join(sources, file), "utf8").split(from);
  if (parts.length !== 2)
    throw new ControlPlaneError(
      `${file} of the module has ${JSON.stringify(from)} ${parts.length - 1} times, not once.`,
    );
  cpSync(sources, folder, { recursive: true });
  // Go keeps its modules without the right to write
  chmodSync(dirname(join(folder, file)), 0o755);
  rmSync(join(folder, file));
  writeFileSync(join(folder, file), parts.join(to));
  return folder;
}
