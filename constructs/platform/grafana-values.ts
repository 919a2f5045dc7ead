import type { HelmValues } from "../core/helm-values";
import { textHash } from "../core/text-hash";
import { loginMounts, type GrafanaLoginProps } from "./grafana-login";
import { storeMounts, storeSources, type GrafanaStores } from "./grafana-stores";
import { goVariables, type WayOut } from "./outbound-values";

export interface GrafanaProps extends GrafanaLoginProps {
  /** What it asks beside Prometheus. */
  readonly stores: GrafanaStores;
  /** Role in AWS that its pod has; undefined: none. */
  readonly roleName?: string | undefined;
  readonly wayOut: WayOut;
}

/** Of the chart of Grafana: who may log in, what it reads beside Prometheus, and its way to both; nothing where it asks nobody. */
export function grafanaValues({ stores, roleName, wayOut, ...login }: GrafanaProps): HelmValues {
  const mounts = [...loginMounts(login), ...storeMounts(stores)];
  const sources = storeSources(stores);
  return {
    ...(mounts.length > 0 && { extraSecretMounts: mounts }),
    ...(login.login.kind === "oidc" || sources.length > 0 ? outward(wayOut) : {}),
    ...(sources.length > 0 && {
      additionalDataSources: sources,
      // Grafana keeps what it was told once: what config names no more goes with the pod, or where a volume keeps it, by this
      prune: true,
      podAnnotations: {
        "railyard.dev/stores": textHash(JSON.stringify(sources)),
        // a pod gets a role of AWS when it is made, and never later
        ...(roleName !== undefined && { "railyard.dev/role": roleName }),
      },
    }),
  };
}

function outward(wayOut: WayOut): HelmValues {
  const variables = goVariables(wayOut);
  const { authorities } = wayOut;
  return {
    ...(Object.keys(variables).length > 0 && { env: variables }),
    ...(authorities && {
      extraConfigmapMounts: [
        {
          name: authorities.volume.name,
          configMap: authorities.configMap,
          mountPath: authorities.mount.mountPath,
          readOnly: true,
        },
      ],
    }),
  };
}
