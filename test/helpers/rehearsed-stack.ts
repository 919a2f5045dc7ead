import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cloud } from "../../scripts/rehearsal/cloud/cloud";
import { DATA_KINDS, KINDS } from "../../scripts/rehearsal/kinds";
import { runPhases, type Phase, type PhaseResult } from "../../scripts/rehearsal/run/phases";
import { liftProtection, prepareStack } from "../../scripts/rehearsal/run/workspace";
import { servedSchemas } from "../../scripts/rehearsal/served-types";
import { startStandIn } from "../../scripts/rehearsal/stand-in";
import { ROOT } from "./process";
import { TERRAFORM, writeSynth } from "./terraform";

/** Blocks of a Terraform configuration in JSON. */
export interface Configuration {
  readonly [block: string]: unknown;
}

const AWS = { region: "us-east-1", allowed_account_ids: ["111122223333"] };
const PROVIDERS = { aws: { source: "aws", version: "6.25.0" }, helm: { source: "helm", version: "3.1.1" } };

export interface RehearsedStack {
  /** Runs phases on a configuration, on top of what the ones before have left. */
  readonly run: (configuration: Configuration, phases?: readonly Phase[]) => Promise<PhaseResult[]>;
  readonly cloud: Cloud;
  readonly statePath: string;
  readonly close: () => Promise<void>;
}

export const APPLIED: readonly Phase[] = ["init", "validate", "plan", "apply", "second plan"];

/** One stack of hand-written configuration against the stand-ins, with the real Terraform. */
export function rehearsedStack(types: {
  resources: readonly string[];
  dataSources?: readonly string[];
}): RehearsedStack {
  const folder = mkdtempSync(join(tmpdir(), "railyard-stack-"));
  const standIn = startStandIn({
    folder,
    schemas: servedSchemas(ROOT, { dataSources: [], ...types }),
    kinds: KINDS,
    dataKinds: DATA_KINDS,
    account: "111122223333",
  });
  const states = { stack: join(folder, "stack.tfstate") };
  const run = async (configuration: Configuration, phases: readonly Phase[] = APPLIED) => {
    const json = {
      terraform: { required_providers: PROVIDERS, backend: { s3: { bucket: "b", key: "stack.tfstate" } } },
      provider: { aws: [AWS] },
      ...configuration,
    };
    const synthFolder = writeSynth(join(folder, "synth"), { stack: { json } });
    const props = { synthFolder, stack: "stack", workFolder: join(folder, "work"), states };
    const stack = phases.includes("destroy") ? liftProtection({ ...props, lift: "everything" }) : prepareStack(props);
    const attachment = await standIn.attach("stack");
    try {
      return await runPhases({ terraform: TERRAFORM, stack, env: attachment.env }, phases);
    } finally {
      await attachment.close();
    }
  };
  return {
    run,
    cloud: standIn.cloud,
    statePath: states.stack,
    close: async () => {
      await standIn.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `phase: summary detail` of every error. */
export function errorsOf(results: readonly PhaseResult[]): string[] {
  return results.flatMap(({ phase, diagnostics }) =>
    diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ address = "", summary, detail }) => `${phase}: ${address}: ${summary} ${detail}`.replaceAll(/\s+/g, " ")),
  );
}
