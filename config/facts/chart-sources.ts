import { CHARTS, type ChartName } from "./versions";

/** Where the files of a chart lie in the repository of those who publish it. */
export interface ChartSource {
  readonly name: string;
  readonly version: string;
  /** On GitHub: `NVIDIA/gpu-operator`. */
  readonly repository: string;
  /** A tag, or the start of a commit's hash. */
  readonly ref: string;
  readonly path: string;
  /** A pinned chart brings it; it is none of Railyard's own. */
  readonly isBrought: boolean;
}

/**
 * Charts that others bring, in the versions that the pinned ones ask for. They are not in the repository of the chart that
 * needs them: only what is published has them inside.
 */
const BROUGHT: Readonly<Record<string, { readonly version: string; readonly source: string }>> = {
  "node-feature-discovery": {
    version: "0.19.0",
    source: "kubernetes-sigs/node-feature-discovery@v0.19.0 deployment/helm/node-feature-discovery",
  },
  "kube-state-metrics": {
    version: "8.4.0",
    source: "prometheus-community/helm-charts@cf408a2 charts/kube-state-metrics",
  },
  "prometheus-node-exporter": {
    version: "4.56.1",
    source: "prometheus-community/helm-charts@cf408a2 charts/prometheus-node-exporter",
  },
  grafana: {
    version: "12.11.1",
    source: "grafana-community/helm-charts@grafana-12.11.1 charts/grafana",
  },
};

/** `owner/name@ref path`, and after a comma, a semicolon or in brackets what else was read. */
const FORM = /^([\w.-]+\/[\w.-]+)@([\w.-]+) ([\w./-]+?)(?:[,;]? |,|;|$)/;

interface Row {
  readonly version: string;
  readonly source: string;
}

function sourceOf(name: string, { version, source }: Row, isBrought: boolean): ChartSource | null {
  const [, repository, ref, path] = FORM.exec(source) ?? [];
  return repository && ref && path ? { name, version, repository, ref, path, isBrought } : null;
}

/** Where the files of every pinned chart lie, and of those that they bring; `unknown`: charts of which no repository is known. */
export function chartSources(): {
  readonly known: readonly ChartSource[];
  readonly unknown: readonly ChartName[];
} {
  const names = Object.keys(CHARTS) as ChartName[];
  const pinned = names.map((name) => sourceOf(name, CHARTS[name], false));
  const brought = Object.entries(BROUGHT).map(([name, row]) => sourceOf(name, row, true));
  return {
    known: [...pinned, ...brought].flatMap((source) => source ?? []),
    unknown: names.filter((_, index) => pinned[index] === null),
  };
}
