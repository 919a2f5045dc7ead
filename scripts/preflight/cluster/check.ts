import type { ResolvedPool } from "../../../config/pools/pool";
import type { LayerSource } from "../../../config/topology/layer-label";
import type { ResolvedVolume } from "../../../config/storage/kind";
import type { KeptLogs } from "../../../config/logs/logs";
import type { KeptTraces } from "../../../config/traces/traces";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ClusterApi } from "../../lib/kubernetes/cluster-api";
import type { Check } from "../check";
import type { AskHost } from "../outbound/host-question";
import type { WayOutSubject } from "../outbound/way-out";

/** What is asked of a cluster that exists: the part of an environment that its cluster must have. */
export interface ClusterSubject extends WayOutSubject {
  readonly name: string;
  readonly cluster: {
    /** Minor version of Kubernetes, such as 1.34. */
    readonly version: string;
    /** Who labels nodes with their place in the fabric. @default - `railyard topology` */
    readonly layersFrom?: LayerSource;
    /** @default - none are named */
    readonly storageClasses?: { readonly usual: string; readonly retained: string };
    /** Where controllers run. @default - anywhere */
    readonly systemNodes?: {
      readonly labels: Readonly<Record<string, string>>;
      readonly taints: readonly {
        readonly key: string;
        readonly value?: string | undefined;
        readonly effect: string;
      }[];
    };
    /** Who gives Services an address. @default - nobody */
    readonly loadBalancers?: { readonly class?: string | undefined } | undefined;
  };
  readonly nodeGroups: readonly ResolvedPool[];
  /** Volumes that pods mount. @default - none */
  readonly storage?: readonly Pick<ResolvedVolume, "title" | "needs" | "path">[];
  /** @default - there is none */
  readonly slurm?: SiteEnvironment["slurm"];
  /** @default - Railyard installs none */
  readonly topograph?: SiteEnvironment["topograph"];
  /** @default - nobody is told of alerts by a Secret */
  readonly monitoring?: Pick<SiteEnvironment["monitoring"], "enabled" | "receivers" | "remoteWrite" | "grafana">;
  readonly logs?: KeptLogs;
  readonly traces?: KeptTraces;
}

/** A Helm release that a deployment makes. */
export interface Release {
  readonly name: string;
  readonly namespace: string;
  /** Name of its chart; a chart in a folder has the folder's. */
  readonly chart: string;
}

export interface ClusterCheckProps {
  readonly env: ClusterSubject;
  readonly releases: readonly Release[];
  readonly api: ClusterApi;
  /** Asks hosts from this machine. @default - none is asked, and their answers are unknown */
  readonly hosts?: AskHost | undefined;
}

/** A question to a cluster. */
export type ClusterCheck = Check<ClusterCheckProps>;
