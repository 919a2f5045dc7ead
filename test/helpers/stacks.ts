import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, type TerraformStack } from "cdktf";
import { ENVIRONMENTS } from "../../config/environments";
import { loadEnvironments, type LoadedEnvironment } from "../../config";
import { onlyOnAws, type LoadedOnAws } from "../../scripts/lib/environments/on-aws";
import { isOnCluster } from "../../config/sites/kubernetes/environment";
import type { SiteEnvironment } from "../../config/sites/environment";
import { buildEnvironment } from "../../stacks/environment";
import { NOW } from "./environment";
import type { Json } from "./synth";

/**
 * The synthesized JSON of every stack of an environment, by role: `network`, `cluster`, … Each is synthesized when it is first
 * read, with its validations: most tests look at one of nine.
 */
export function synthStacks(env: SiteEnvironment): Record<string, Json> {
  const app = new App({ outdir: mkdtempSync(join(tmpdir(), "stacks-")) });
  rmSync(app.outdir, { recursive: true });
  const all = {};
  for (const stack of buildEnvironment(app, env)) {
    let json: Json;
    const get = (): Json => (json ??= synthesized(app, stack));
    Object.defineProperty(all, stack.role, { enumerable: true, get });
  }
  return all;
}

/** A stack as `app.synth()` would write it. */
function synthesized({ outdir, manifest }: App, stack: TerraformStack): Json {
  mkdirSync(join(outdir, "stacks"), { recursive: true });
  try {
    stack.prepareStack();
    stack.synthesizer.synthesize({ outdir, skipValidation: false, manifest });
    return JSON.parse(readFileSync(join(outdir, "stacks", stack.node.id, "cdk.tf.json"), "utf8"));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The shipped environments on AWS, as they are at the tests' moment. */
export function shipped(): LoadedOnAws[] {
  return onlyOnAws(loadEnvironments(ENVIRONMENTS, [], NOW));
}

/** And those in clusters that exist. */
export function shippedInClusters(): LoadedEnvironment[] {
  return loadEnvironments(ENVIRONMENTS, [], NOW).filter(({ resolved }) => isOnCluster(resolved));
}
