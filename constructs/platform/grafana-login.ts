import type { GrafanaLogin, OidcLogin } from "../../config/monitoring/grafana-schema";
import type { HelmValues } from "../core/helm-values";

export interface GrafanaLoginProps {
  /** Address at which browsers reach it. */
  readonly url: string;
  readonly login: GrafanaLogin;
}

/** Folder of Grafana with the client's secret. */
const SECRET_FOLDER = "/etc/secrets/oidc";

/** Sections of `grafana.ini` for who may log in; nothing where the administrator's password is the only way. */
export function loginSections({ url, login }: GrafanaLoginProps): HelmValues {
  if (login.kind === "password") return {};
  const everybody = login.viewers === "everybody";
  const role = roleExpression(login);
  return {
    server: { root_url: url },
    // the form alone: basic authentication stays, by which the sidecar loads dashboards, and people where the provider is away
    auth: { disable_login_form: true },
    "auth.generic_oauth": {
      enabled: true,
      name: login.title,
      client_id: login.clientId,
      client_secret: `$__file{${SECRET_FOLDER}/${login.secretKeyName}}`,
      auth_url: login.authUrl,
      token_url: login.tokenUrl,
      api_url: login.userInfoUrl,
      scopes: login.scopes.join(" "),
      use_pkce: true,
      allow_sign_up: true,
      // roles follow the groups at each login, and who has none is not let in, or is what everybody is
      ...(role !== null && { role_attribute_path: role }),
      role_attribute_strict: !everybody,
      skip_org_role_sync: false,
      allow_assign_grafana_admin: false,
    },
    ...(everybody && { users: { auto_assign_org_role: "Viewer" } }),
  };
}

/**
 * The role of somebody as JMESPath, the highest that a group gives; null where no group gives one. Grafana asks the ID token, the user info and the access
 * token in this order and stops at the first role: what everybody is must not be among them, or the groups of a user info
 * would count for nothing.
 * @see https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/#configure-role-mapping
 * @see https://github.com/grafana/grafana/blob/main/pkg/login/social/connectors/generic_oauth.go
 */
function roleExpression({ groupsClaim, admins, editors, viewers }: OidcLogin): string | null {
  const claim = groupsClaim
    .split(".")
    .map((part) => (/^[A-Za-z_]\w*$/.test(part) ? part : `"${part}"`))
    .join(".");
  // a list in any case: some providers write a single group as a text, and where there is no claim `contains` would fail
  const inOne = (groups: readonly string[], role: string): string[] =>
    groups.map((group) => `contains([${claim}][], ${rawString(group)}) && '${role}'`);
  const roles = [
    ...inOne(admins, "Admin"),
    ...inOne(editors, "Editor"),
    ...(viewers === "everybody" ? [] : inOne(viewers, "Viewer")),
  ];
  // a text in any case: `false` would be the answer otherwise. Alone it would be no text: Grafana's file loses quotes around a value
  return roles.length === 0 ? null : [...roles, "''"].join(" || ");
}

/** As it is written; a quote ends it unless a backslash is before it. @see https://jmespath.org/specification.html#raw-string-literals */
const rawString = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

/** The client's secret as a file; empty where there is none. */
export const loginMounts = ({ login }: GrafanaLoginProps): HelmValues[] =>
  login.kind === "password"
    ? []
    : [
        {
          name: "oidc",
          secretName: login.secretName,
          defaultMode: 0o440,
          mountPath: SECRET_FOLDER,
          readOnly: true,
        },
      ];
