import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import { ENVIRONMENTS } from "../../config/environments";
import { loadEnvironments, type LoadedEnvironment } from "../../config";
import { onlyOnAws, type LoadedOnAws } from "../../scripts/lib/environments/on-aws";
import { isOnCluster } from "../../config/sites/kubernetes/environment";
import type { SiteEnvironment } from "../../config/sites/environment";
import { buildEnvironment } from "../../stacks/environment";
import { NOW } from "./environment";
import type { Json } from "./synth";

/** The synthesized JSON of every stack of an environment, by role: `network`, `cluster`, … */
export function synthStacks(env: SiteEnvironment): Record<string, Json> {
  const outdir = mkdtempSync(join(tmpdir(), "stacks-"));
  try {
    const app = new App({ outdir });
    const stacks = buildEnvironment(app, env);
    app.synth();
    return Object.fromEntries(
      stacks.map((stack) => [
        stack.role,
        JSON.parse(readFileSync(join(outdir, "stacks", stack.node.id, "cdk.tf.json"), "utf8")),
      ]),
    );
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
