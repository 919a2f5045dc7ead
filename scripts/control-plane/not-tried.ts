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
}

/** Sentences about what an environment has and a control plane here does not try. */
export function notTried({ environment, synth, stacks }: NotTriedProps): string[] {
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
    "The controller of Kueue does not run here: its queues are written, and nothing is admitted by them, held back or preempted.";
  return [...others, ...(environment.kueue === null ? [] : [queues])];
}
