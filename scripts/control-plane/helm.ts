import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { completeChart } from "../lib/charts/chart-files";
import { chartFolder, type ChartShelf } from "../lib/charts/chart-folder";
import { ChartsError, missingHelm } from "../lib/charts/charts-error";
import type { Release } from "../lib/charts/releases";
import { runChild, type ChildResult } from "../lib/process/child";

export interface HelmProps {
  readonly shelf: ChartShelf;
  readonly kubeconfig: string;
  /** A folder of its own for charts, values and what Helm keeps. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** How Helm ended with a release. */
export interface ReleaseOutcome {
  readonly stack: string;
  readonly namespace: string;
  readonly name: string;
  readonly chart: string;
  readonly version: string | null;
  readonly seconds: number;
  readonly outcome: "installed" | "refused" | "no chart";
  /** Words of Helm and of the API server, or where the chart was looked for; null: it is installed. */
  readonly reason: string | null;
}

/** How long hooks of a chart may take. */
const HOOKS = "120s";

/** How often Helm is started where the API server gives no answer in time. */
const TRIES = 3;
const NO_ANSWER =
  /Client\.Timeout exceeded|context deadline exceeded|TLS handshake timeout|etcdserver: request timed out/;

/** The real Helm, on one cluster. Nothing of it is left outside of its folder. */
export class Helm {
  readonly #props: HelmProps;
  /** Copies of charts by the releases that they were last installed for. */
  readonly #folders = new Map<string, string>();
  #count = 0;

  constructor(props: HelmProps) {
    this.#props = props;
    mkdirSync(props.folder, { recursive: true });
  }

  /** Installs a release, or upgrades it where it is there. */
  async install(release: Release): Promise<ReleaseOutcome> {
    const start = performance.now();
    const { stack, namespace, name, version } = release;
    const chart = release.folder === null ? release.chart : "own chart";
    const outcome = (kind: ReleaseOutcome["outcome"], reason: string | null): ReleaseOutcome => ({
      stack,
      namespace,
      name,
      chart,
      version,
      seconds: (performance.now() - start) / 1000,
      outcome: kind,
      reason,
    });
    let folder: string;
    try {
      folder = this.#chart(release);
    } catch (error) {
      if (!(error instanceof ChartsError)) throw error;
      return outcome("no chart", error.message);
    }
    this.#folders.set(`${namespace}/${name}`, folder);
    const values = `${folder}.json`;
    writeFileSync(values, JSON.stringify(release.values));
    const done = await this.#patiently([
      "upgrade",
      "--install",
      name,
      folder,
      `--namespace=${namespace}`,
      "--create-namespace",
      `--values=${values}`,
      `--timeout=${HOOKS}`,
      ...(release.skipCrds ? ["--skip-crds"] : []),
      ...(release.unvalidated ? ["--disable-openapi-validation"] : []),
    ]);
    return done.code === 0 ? outcome("installed", null) : outcome("refused", lastError(done.stderr));
  }

  /** Text of every object that a release which was installed brings now: of its templates, and of its charts' folders `crds`. */
  async brings({ name, namespace, skipCrds }: Pick<Release, "name" | "namespace" | "skipCrds">): Promise<string> {
    const folder = this.#folders.get(`${namespace}/${name}`);
    const crds = folder === undefined || skipCrds ? [] : [await this.#run(["show", "crds", folder])];
    const all = [await this.#run(["get", "manifest", name, "--namespace", namespace]), ...crds];
    return all.map(({ stdout }) => stdout).join("\n---\n");
  }

  /** @returns words of Helm where it could not; null: it is gone */
  async uninstall({ name, namespace }: Pick<Release, "name" | "namespace">): Promise<string | null> {
    const done = await this.#run([
      "uninstall",
      name,
      "--namespace",
      namespace,
      "--timeout",
      HOOKS,
      "--ignore-not-found",
    ]);
    return done.code === 0 ? null : lastError(done.stderr);
  }

  /** Again where the API server gave no answer in time: on a machine that is busy that says nothing of the release. */
  async #patiently(args: readonly string[]): Promise<ChildResult> {
    for (let tries = 1; ; tries++) {
      const done = await this.#run(args);
      if (done.code === 0 || tries === TRIES || !NO_ANSWER.test(done.stderr)) return done;
    }
  }

  /** A copy of the chart with all charts that it needs, which nothing else uses. */
  #chart(release: Release): string {
    const { shelf, folder } = this.#props;
    const to = join(folder, `${this.#count++}-${release.chart}`);
    completeChart(chartFolder(release, shelf), to, shelf.dir, release.values);
    return to;
  }

  #run(args: readonly string[]): Promise<ChildResult> {
    const { shelf, folder, kubeconfig, env, signal } = this.#props;
    const own = (name: string) => join(folder, name);
    return runChild({
      program: shelf.helm,
      args: [...args, "--kubeconfig", kubeconfig],
      folder,
      env: {
        ...env,
        HELM_CACHE_HOME: own("helm-cache"),
        HELM_CONFIG_HOME: own("helm-config"),
        HELM_DATA_HOME: own("helm-data"),
        // else what Helm learns of each control plane stays for good, in a folder of its port below the home folder
        KUBECACHEDIR: own("discovery"),
        // a namespace or a plugin that a person has chosen is not for us
        HELM_NAMESPACE: undefined,
        HELM_KUBECONTEXT: undefined,
      },
      signal,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      throw missingHelm(shelf.helm);
    });
  }
}

/** Warnings come before what Helm stopped at. */
export function lastError(text: string): string {
  const at = text.lastIndexOf("Error:");
  return (at < 0 ? text : text.slice(at + "Error:".length)).trim() || "helm failed and said nothing";
}
