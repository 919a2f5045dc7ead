import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * One measured run in a process of its own: `import` loads the modules of a synth and nothing more, `scale` builds
 * environments of so many node groups. Prints the process's peak memory; the driver takes the time.
 */
const [what, environments = "1", groups = "1"] = process.argv.slice(2);

/* eslint-disable @typescript-eslint/no-require-imports -- what is loaded is what is measured */
if (what === "import") {
  require("../../scripts/lib/synth/synthesize");
  require("../../config");
  require("../../config/environments");
} else {
  const { loadEnvironments } = require("../../config") as typeof import("../../config");
  const { synthesize } =
    require("../../scripts/lib/synth/synthesize") as typeof import("../../scripts/lib/synth/synthesize");
  const { benchEnvironment } = require("./environment") as typeof import("./environment");
  const table = Object.fromEntries(
    Array.from({ length: Number(environments) }, (_, i) => [
      `e${i}`,
      () => benchEnvironment(`e${i}`, i, Number(groups)),
    ]),
  );
  const outdir = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const loaded = loadEnvironments(table, [], new Date("2026-11-21T12:00:00Z"));
    synthesize(
      loaded.map((e) => e.resolved),
      outdir,
      Object.keys(table),
    );
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
process.stdout.write(JSON.stringify({ peakMiB: process.resourceUsage().maxRSS / 1024 }));
