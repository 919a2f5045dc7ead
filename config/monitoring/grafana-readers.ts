import { isPlain } from "../kernel/plain";
import type { SiteEnvironment } from "../sites/environment";
import type { OidcLogin } from "./grafana-schema";

const CHART = "kube-prometheus-stack";

/** Ways by which values of the chart let in whoever reaches Grafana, the strongest first: variables go over the file. */
const ANONYMOUS = [
  ["grafana", "envRenderSecret", "GF_AUTH_ANONYMOUS_ENABLED"],
  ["grafana", "env", "GF_AUTH_ANONYMOUS_ENABLED"],
  ["grafana", "grafana.ini", "auth.anonymous", "enabled"],
] as const;

/** What Grafana reads as yes. @see https://github.com/go-ini/ini/blob/main/key.go */
const YES = /^(?:1|t|true|y|yes|on)$/i;

/**
 * Key of config by which whoever reaches Grafana looks at it without a login; null: none that is seen here. Ways that come from a
 * Secret, or from a proxy before Grafana, are not seen.
 * @see https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/anonymous-auth/
 */
export function anonymousKey({ monitoring, platform }: SiteEnvironment): readonly string[] | null {
  if (!monitoring.enabled) return null;
  const values = platform.helmValues[CHART];
  for (const path of ANONYMOUS) {
    const value = path.reduce<unknown>((at, step) => (isPlain(at) ? at[step] : undefined), values);
    if (value === undefined || value === null) continue;
    return YES.test(String(value)) ? ["platform", "helmValues", CHART, ...path] : null;
  }
  return null;
}

/** Hosts at which everybody in the world may have an account. */
const OPEN_HOSTS: ReadonlySet<string> = new Set(["accounts.google.com", "github.com", "gitlab.com"]);

/** Tenants of Microsoft that are all tenants, or none. @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols */
const OPEN_TENANT = /^\/(?:common|consumers|organizations)(?:\/|$)/i;

/** Where everybody in the world may have an account by which Grafana's login goes; null: it is not known to be such. */
export function openProvider({ authUrl, tokenUrl }: OidcLogin): string | null {
  for (const { hostname, pathname } of [new URL(authUrl), new URL(tokenUrl)]) {
    if (OPEN_HOSTS.has(hostname)) return hostname;
    if (hostname === "login.microsoftonline.com" && OPEN_TENANT.test(pathname))
      return `${hostname}/${pathname.split("/")[1] ?? ""}`;
  }
  return null;
}
