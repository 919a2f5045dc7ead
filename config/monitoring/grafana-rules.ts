import type { Rule } from "../kernel/rule";
import { isNear } from "../outbound/login-schema";
import { openProvider } from "./grafana-readers";
import type { OidcLogin } from "./grafana-schema";

const GRAFANA = ["monitoring", "grafana"];
const OAUTH =
  "https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/";

const withoutMonitoring: Rule = {
  id: "monitoring/grafana-without-monitoring",
  title: "A login is of a Grafana that is there.",
  severity: "error",
  why: "Without monitoring the cluster has no Grafana, and nobody logs in anywhere.",
  source: OAUTH,
  *check({ env: { monitoring } }) {
    if (monitoring.enabled || monitoring.grafana.login.kind === "password") return;
    yield {
      path: [...GRAFANA, "login"],
      message: "monitoring is off, so there is no Grafana",
      fix: "write monitoring: { enabled: true }, or take it out",
    };
  },
};

const nobody: Rule = {
  id: "monitoring/grafana-nobody",
  title: "Somebody may log in.",
  severity: "error",
  why: "Whoever is in none of the groups is not let in: without groups the login page lets in nobody but the administrator's password.",
  source: OAUTH,
  *check({ env: { monitoring } }) {
    const { login } = monitoring.grafana;
    if (login.kind !== "oidc" || login.admins.length + login.editors.length + login.viewers.length > 0) return;
    yield {
      path: [...GRAFANA, "login"],
      message: "admins, editors and viewers are all empty, so nobody is let in",
      fix: 'name groups: admins: ["gpu-platform"], viewers: ["gpu-users"]',
    };
  },
};

const ofTheWorld: Rule = {
  id: "monitoring/grafana-everybody-of-the-world",
  title: "Everybody whom the provider lets in is somebody whom you know.",
  severity: "warning",
  why: "Where everybody may have an account, a login by it says nothing of who may come in: unless the client there is kept to one organisation, viewers are the whole world, and may ask Prometheus for names of users, nodes and jobs of every team.",
  source: "https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols",
  *check({ env: { monitoring } }) {
    const { login } = monitoring.grafana;
    if (!monitoring.enabled || login.kind !== "oidc" || login.viewers !== "everybody") return;
    const provider = openProvider(login);
    if (provider === null) return;
    yield {
      path: [...GRAFANA, "login", "viewers"],
      message: `whoever has an account at ${provider} is let in, and everybody may have one`,
      fix: 'name groups: viewers: ["gpu-users"]; ignore this rule where the client at the provider lets in your organisation alone',
    };
  },
};

const groupOfEverybody: Rule = {
  id: "monitoring/grafana-group-everybody",
  title: "Everybody is a word, and no group.",
  severity: "warning",
  why: "In a list it is the name of a group: where the provider has none of that name, nobody comes in by it.",
  source: OAUTH,
  *check({ env: { monitoring } }) {
    const { login } = monitoring.grafana;
    if (!monitoring.enabled || login.kind !== "oidc") return;
    for (const role of ["admins", "editors", "viewers"] as const) {
      const at = login[role] === "everybody" ? -1 : login[role].findIndex((name) => /^every(?:body|one)$/i.test(name));
      if (at < 0) continue;
      yield {
        path: [...GRAFANA, "login", role, at],
        message: `${login[role][at] ?? ""} in a list is a group of that name`,
        fix:
          role === "viewers"
            ? 'write viewers: "everybody" without a list if all are meant whom the provider lets in; ignore this rule where a group has that name'
            : `name groups: ${role}: ["gpu-platform"]; ignore this rule where a group has that name`,
      };
    }
  },
};

const ADDRESSES = ["authUrl", "tokenUrl", "userInfoUrl"] as const satisfies readonly (keyof OidcLogin)[];

const inClear: Rule = {
  id: "monitoring/grafana-login-in-clear",
  title: "Logins go over encrypted ways.",
  severity: "warning",
  why: "With http everybody on the way reads codes and tokens, and logs in as somebody else.",
  source: "https://www.rfc-editor.org/rfc/rfc6749#section-3.1",
  *check({ env: { monitoring } }) {
    const { login, url } = monitoring.grafana;
    if (!monitoring.enabled || login.kind !== "oidc") return;
    for (const name of ADDRESSES)
      if (login[name].startsWith("http:"))
        yield {
          path: [...GRAFANA, "login", name],
          message: `codes and tokens go to ${login[name]} in clear`,
          fix: "write https; ignore this rule where the network is yours all the way",
        };
    if (url.startsWith("http:") && !isNear(new URL(url).hostname))
      yield {
        path: [...GRAFANA, "url"],
        message: `browsers bring their codes and cookies to ${url} in clear`,
        fix: "put a load balancer with a certificate before it, and write https",
      };
  },
};

/** What Grafana's login needs. */
export const GRAFANA_RULES: readonly Rule[] = [withoutMonitoring, nobody, ofTheWorld, groupOfEverybody, inClear];
