import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { LoadedEnvironment } from "../../../config";
import { SYSTEM_NODE_LABELS } from "../../../constructs/cluster/system-node-group";
import { CHART_KEYS } from "../../../config/facts/chart-keys";
import { chartSources } from "../../../config/facts/chart-sources";
import { CHARTS, type ChartName } from "../../../config/facts/versions";
import { jobImages } from "./images";
import { checkReleases, type ReleaseCheck } from "./check-release";
import { layOut } from "./lay-out";
import { layOutReport } from "./lay-out-report";
import { absentCharts, chartsJson, chartsReport } from "./report";
import { readReleases } from "../../lib/charts/releases";
import { runTool } from "../../lib/charts/tools";
import { writeKeys } from "./write-keys";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { CHARTS_COMMAND } from "./definition";
import { loadFor } from "../../lib/environments/load-for";
import { synthesizeInto } from "../../lib/synth/synthesize";
import { UsageError } from "../../lib/errors/usage";
import { temporaryFolder } from "../../lib/process/temporary-folder";

/** `railyard charts`. @returns the exit code */
export function chartsCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(CHARTS_COMMAND, args, context, ({ values, positionals }) => {
    const options: Options = {
      dir: values.dir === undefined ? null : resolve(values.dir),
      schemas: values.schemas === undefined ? null : resolve(values.schemas),
      helm: process.env["HELM"] ?? "helm",
      kubeconform: process.env["KUBECONFORM"] ?? "kubeconform",
    };
    if (values["write-keys"]) {
      if (positionals.length > 0) throw new UsageError("--write-keys takes no environment: it reads the charts alone");
      writeChartKeys(options);
      const done = `${KEYS_FILE} is written. Look at what changed: git diff --stat`;
      context.print(values.json ? JSON.stringify({ written: [KEYS_FILE] }, null, 2) : done);
      return 0;
    }
    if (values["lay-out"] !== undefined || values.clones !== undefined) {
      const { "lay-out": into, clones } = values;
      if (into === undefined || clones === undefined || positionals.length > 0)
        throw new UsageError(
          "--clones and --lay-out go together, and take no environment: they write every pinned chart",
        );
      const { known, unknown } = chartSources();
      const charts = layOut(known, resolve(clones), resolve(into));
      const { text, good } = layOutReport(charts, unknown);
      context.print(values.json ? JSON.stringify({ good, charts, unknown }, null, 2) : text);
      return good ? 0 : 2;
    }
    const loaded = loadFor("charts", positionals, context);
    const checks = checkEnvironments(loaded, options);
    const notInstalled = absentCharts(loaded.map(({ resolved }) => resolved));
    const validated = runTool(options.kubeconform, ["-v"]) !== null;
    const { text, good, code } = chartsReport(checks, validated, notInstalled);
    context.print(values.json ? chartsJson(checks, { good, validated, notInstalled }) : text);
    if (values.images && !values.json) context.print(["", ...imageLines(checks, loaded)].join("\n"));
    return code;
  });
}

/** Each image once, of all environments: those of releases, and those of checks and recipes. */
const imageLines = (checks: readonly ReleaseCheck[], loaded: readonly LoadedEnvironment[]): string[] =>
  [
    ...new Set([...checks.flatMap(({ images }) => images), ...loaded.flatMap(({ resolved }) => jobImages(resolved))]),
  ].sort();

const KEYS_FILE = "config/facts/chart-keys.json";

/** In the repository, wherever the command is run. */
function writeChartKeys({ dir, helm }: Options): void {
  const work = temporaryFolder("charts");
  try {
    // those of the file first, so that only lines of charts that have changed do
    const charts = [...new Set([...Object.keys(CHART_KEYS), ...Object.keys(CHARTS)])] as ChartName[];
    writeKeys(charts, { dir, pulled: join(work, "pulled"), helm }, work, join(__dirname, "../../..", KEYS_FILE));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

interface Options {
  readonly dir: string | null;
  readonly schemas: string | null;
  readonly helm: string;
  readonly kubeconform: string;
}

/** Synthesizes into a folder of its own: what lies in cdktf.out may be older than the config. */
function checkEnvironments(loaded: readonly LoadedEnvironment[], options: Options): ReleaseCheck[] {
  const work = temporaryFolder("charts");
  try {
    const outdir = join(work, "out");
    const environments = loaded.map(({ resolved }) => resolved);
    const stacks = synthesizeInto(environments, outdir);
    const shelf = { dir: options.dir, pulled: join(work, "pulled"), helm: options.helm };
    return environments.flatMap((env) => {
      const workFolder = join(work, env.name);
      mkdirSync(workFolder);
      const releases = stacks
        .filter(({ environment }) => environment === env.name)
        .flatMap(({ name }) => readReleases(outdir, name, { name: env.name, kubernetesVersion: env.cluster.version }));
      return checkReleases(releases, {
        shelf,
        kubeconform: options.kubeconform,
        schemas: options.schemas,
        workFolder,
        taints: env.nodeGroups.flatMap(({ taints }) => taints),
        untaintedLabels: SYSTEM_NODE_LABELS,
        mirrors: env.platform.images.mirrors,
      });
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
