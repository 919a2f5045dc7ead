import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { record } from "../../../config/kernel/plain";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { readJson } from "../../lib/files/read-json";
import type { Release } from "./check";
import { temporaryFolder } from "../../lib/process/temporary-folder";

/** Every Helm release in the stacks of an environment, as synth writes them. */
export function releasesOf(environment: SiteEnvironment): Release[] {
  // all stacks take a second to load, and many a question needs none of them
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { synthesizeInto } = require("../../lib/synth/synthesize") as typeof import("../../lib/synth/synthesize");
  const folder = temporaryFolder("preflight");
  try {
    return synthesizeInto([environment], folder).flatMap(({ name }) => {
      const { resource } = readJson(join(folder, "stacks", name, "cdk.tf.json")) as { resource?: unknown };
      return Object.values(record(record(resource)["helm_release"])).flatMap((release) => {
        const { name, namespace, chart } = record(release);
        return typeof name === "string" && typeof namespace === "string"
          ? [{ name, namespace, chart: basename(String(chart)) }]
          : [];
      });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
