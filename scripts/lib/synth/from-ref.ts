import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../errors/expected-error";
import { readStacks } from "../terraform/order";
import { ends, inRef, type RefProps, type RefTree } from "../git/ref-tree";

export interface SynthesizeRefProps extends RefProps {
  readonly environment: string;
  /** Folder that gets what synth wrote; replaced when it is there. */
  readonly into: string;
}

/** Synthesizes an environment as of a commit, with that commit's own code. @returns the commit */
export function synthesizeRef(props: SynthesizeRefProps): Promise<string> {
  return inRef(props, async (tree) => {
    // one for each: the tree may serve for several environments
    const out = mkdtempSync(join(tree.folder, "cdktf.out-"));
    await synth(props, tree, out);
    rmSync(props.into, { recursive: true, force: true });
    mkdirSync(props.into, { recursive: true });
    cpSync(out, props.into, { recursive: true });
    return tree.commit;
  });
}

async function synth({ ref, environment }: SynthesizeRefProps, { folder, node }: RefTree, out: string): Promise<void> {
  const done = await node(["main.ts", environment], { CDKTF_OUTDIR: out });
  if (done.code === 0 && existsSync(join(out, "manifest.json")) && readStacks(out).length) return;
  const isNew =
    existsSync(join(folder, "config/environments")) &&
    !existsSync(join(folder, "config/environments", `${environment}.ts`));
  throw new ExpectedError(
    isNew
      ? `git ref ${ref}: there is no environment ${environment} yet, so nothing can be upgraded: leave --from out`
      : `git ref ${ref}: its own synth of ${environment} failed:\n${ends(done)}\nName a later commit.`,
  );
}
