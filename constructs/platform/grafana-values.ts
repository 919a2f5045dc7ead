import type { LogGroups, ReadLoki } from "../../config/monitoring/grafana-stores";
import type { HelmValues } from "../core/helm-values";
import { loginMounts, type GrafanaLoginProps } from "./grafana-login";
import { logsSource, storeMounts } from "./grafana-stores";
import { goVariables, type WayOut } from "./outbound-values";

export interface GrafanaProps extends GrafanaLoginProps {
  /** What it reads logs from; null: nothing. */
  readonly logs: ReadLoki | LogGroups | null;
  /** Role in AWS that its pod has; undefined: none. */
  readonly roleName?: string | undefined;
  readonly wayOut: WayOut;
}

/** Of the chart of Grafana: who may log in, what it reads beside Prometheus, and its way to both; nothing where it asks nobody. */
export function grafanaValues({ logs, roleName, wayOut, ...login }: GrafanaProps): HelmValues {
  const mounts = [...loginMounts(login), ...storeMounts(logs)];
  const source = logsSource(logs);
  return {
    ...(mounts.length > 0 && { extraSecretMounts: mounts }),
    ...(login.login.kind === "oidc" || source ? outward(wayOut) : {}),
    ...(source && { additionalDataSources: [source] }),
    // a pod gets a role of AWS when it is made, and never later
    ...(roleName !== undefined && { podAnnotations: { "railyard.dev/role": roleName } }),
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
