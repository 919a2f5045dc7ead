import { join } from "node:path";
import type { SiteEnvironment } from "../../config/sites/environment";
import { readJson } from "../lib/files/read-json";

/** Types of Terraform that put objects into a cluster beside Helm. */
const CLUSTER_TYPE = /^(?:kubernetes|kubectl)_/;

export interface NotTriedProps {
  readonly environment: Pick<SiteEnvironment, "kueue">;
  /** Folder in which synth wrote. */
  readonly synth: string;
  readonly stacks: readonly string[];
  /** Whether the manager of Kueue ran, and its queues were tried. */
  readonly triedQueues: boolean;
}

/** Sentences about what an environment has and a control plane here does not try. */
export function notTried({ environment, synth, stacks, triedQueues }: NotTriedProps): string[] {
  const others = stacks.flatMap((stack) => {
    const { resource = {} } = readJson(join(synth, "stacks", stack, "cdk.tf.json")) as {
      resource?: Readonly<Record<string, object>>;
    };
    const addresses = Object.entries(resource).flatMap(([type, all]) =>
      CLUSTER_TYPE.test(type) ? Object.keys(all).map((name) => `${type}.${name}`) : [],
    );
    return addresses.length === 0
      ? []
      : [`${stack} has resources of the cluster that are no Helm releases: ${addresses.join(", ")}.`];
  });
  const queues =
    "The manager of Kueue did not run, since its release was not installed: nobody knows what its queues do.";
  return [...others, ...(environment.kueue === null || triedQueues ? [] : [queues])];
}
