import { ExpectedError } from "../../lib/errors/expected-error";
import { runChild, type ChildResult } from "../../lib/process/child";
import { ends } from "../../lib/git/ref-tree";

export interface RunProgramProps {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** What it is for, as in `the packages cannot be installed`. */
  readonly otherwise: string;
  /** On top of the environment of this process. @default - nothing */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a program that must succeed. @throws ExpectedError with what it printed */
export async function runProgram(props: RunProgramProps): Promise<ChildResult> {
  const { program, args, folder, otherwise, env = {}, signal } = props;
  const own = Object.entries(process.env).filter(
    // git hooks lead git to another repository; npm tells its children of the package that it runs; FORCE_COLOR beside NO_COLOR
    // is a warning of Node
    ([name]) =>
      !/^(GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX)$|CDKTF_|SYNTH_HCL_OUTPUT$|FORCE_COLOR$|npm_(package|lifecycle)_)/.test(
        name,
      ),
  );
  const result = await started(
    { program, args, folder, env: { ...Object.fromEntries(own), ...env }, signal },
    otherwise,
  );
  if (result.code === 0) return result;
  throw new ExpectedError(`${otherwise}. ${program} ${args.join(" ")} failed:\n${ends(result)}`);
}

async function started(props: Parameters<typeof runChild>[0], otherwise: string): Promise<ChildResult> {
  try {
    return await runChild(props);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new ExpectedError(`${otherwise}: there is no program ${props.program}`);
  }
}
