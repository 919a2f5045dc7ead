import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { record } from "../../../config/kernel/plain";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { readJson } from "../files/read-json";
import { temporaryFolder } from "../process/temporary-folder";

/** A Helm release in the stacks of an environment. */
export interface PlannedRelease {
  readonly name: string;
  readonly namespace: string;
  /** Name of the chart, without where it comes from. */
  readonly chart: string;
  /** Of the chart; null: the stack brings it along, or Terraform alone knows. */
  readonly version: string | null;
}

/** Every Helm release in the stacks of an environment, as synth writes them. */
export function plannedReleases(environment: SiteEnvironment): PlannedRelease[] {
  // all stacks take a second to load, and many a question needs none of them
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { synthesizeInto } = require("./synthesize") as typeof import("./synthesize");
  const folder = temporaryFolder("releases");
  try {
    return synthesizeInto([environment], folder).flatMap(({ name }) => {
      const { resource } = readJson(join(folder, "stacks", name, "cdk.tf.json")) as { resource?: unknown };
      return Object.values(record(record(resource)["helm_release"])).flatMap((release) => {
        const { name, namespace, chart, version } = record(release);
        return typeof name === "string" && typeof namespace === "string"
          ? [
              {
                name,
                namespace,
                chart: basename(String(chart)),
                version: typeof version === "string" && !version.includes("${") ? version : null,
              },
            ]
          : [];
      });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
