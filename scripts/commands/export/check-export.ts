import { awsOf } from "../../../config/sites/aws-eks/environment";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { TERRAFORM_VERSION } from "../../../stacks/base-stack";
import { adoptedObjects } from "../../rehearsal/adopted";
import { DATA_KINDS, KINDS } from "../../rehearsal/kinds";
import { rehearse } from "../../rehearsal/rehearse";
import { readStacks } from "../../lib/terraform/order";
import { runPhases, type PhaseResult } from "../../rehearsal/run/phases";
import { findTerraform } from "../../lib/terraform/terraform";
import { openWorkFolder } from "../../rehearsal/run/work-folder";
import { prepareStack } from "../../rehearsal/run/workspace";
import { servedSchemas, usedTypes } from "../../rehearsal/served-types";
import { startStandIn } from "../../rehearsal/stand-in";
import type { Exported } from "./export";
import { temporaryFolder } from "../../lib/process/temporary-folder";

export interface CheckExportProps {
  /** Repository root. */
  readonly root: string;
  readonly environment: SiteEnvironment;
  readonly exported: Exported;
  readonly signal: AbortSignal;
  readonly onResult: (result: PhaseResult) => void;
}

/**
 * Whether the exported files say what the stacks say: the stacks are applied to a pretended cloud, and Terraform plans
 * the files on the states that they left. Each plan must be empty.
 */
export async function checkExport(props: CheckExportProps): Promise<readonly PhaseResult[]> {
  const outdir = temporaryFolder("check");
  try {
    const applied = await apply(props, outdir);
    return applied.ok ? await plan(props, outdir) : applied.phases;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

const apply = ({ root, environment, signal, exported }: CheckExportProps, outdir: string) =>
  rehearse({
    root,
    outdir,
    environment,
    faults: [],
    drift: [],
    allow: [],
    destroys: false,
    stacks: exported.stacks.map(({ name }) => name),
    fresh: true,
    signal,
    onResult: () => {},
    tell: () => {},
  });

async function plan({ root, environment, exported, signal, onResult }: CheckExportProps, outdir: string) {
  const synthFolder = join(outdir, "synth");
  const terraform = findTerraform(TERRAFORM_VERSION);
  // the rehearsal's own folder is emptied for the next run, but for states and cloud
  cpSync(join(outdir, "rehearsal", environment.name, "synth"), synthFolder, { recursive: true });
  const work = openWorkFolder({ outdir, environment: environment.name, fresh: false });
  const standIn = startStandIn({
    folder: work.stateFolder,
    schemas: servedSchemas(root, usedTypes([synthFolder])),
    kinds: KINDS,
    dataKinds: DATA_KINDS,
    account: awsOf(environment)?.account ?? null,
  });
  try {
    standIn.cloud.adopt(adoptedObjects(environment));
    const states = Object.fromEntries(readStacks(synthFolder).map(({ name }) => [name, work.statePath(name)]));
    const results: PhaseResult[] = [];
    for (const { name } of exported.stacks) {
      const stack = prepareStack({ synthFolder, stack: name, workFolder: work.path, states });
      rmSync(join(stack.folder, "cdk.tf.json"));
      cpSync(join(exported.folder, name), stack.folder, { recursive: true });
      const attachment = await standIn.attach(name);
      try {
        const run = { terraform, stack, env: attachment.env, signal };
        results.push(...(await runPhases(run, ["init", "validate", "second plan"], onResult)));
      } finally {
        await attachment.close();
      }
    }
    return results;
  } finally {
    await standIn.close();
    work.release();
  }
}
