import type { Change } from "../../../helpers/environment";
import { findingsOf, reviewed, type Reviewed } from "../../../helpers/reviewed";

const OIDC = {
  kind: "oidc",
  clientId: "grafana",
  secretName: "grafana-oidc",
  authUrl: "https://id.example.com/authorize",
  tokenUrl: "https://id.example.com/token",
  userInfoUrl: "https://id.example.com/userinfo",
  admins: ["gpu-platform"],
  viewers: ["gpu-users"],
};
const loki = (to: object, logs: object, grafana: object = {}) => ({
  logs: { to: { kind: "loki", url: "https://loki.example.com", ...to }, nodes: false },
  monitoring: { grafana: { logs: { kind: "loki", ...logs }, ...grafana } },
});
const cloudwatch = (shown: boolean, logs: object = {}) => ({
  logs: { to: { kind: "cloudwatch" }, nodes: false, ...logs },
  monitoring: { grafana: { logs: { kind: shown ? "cloudwatch" : "none" } } },
});
const titles = (section: "stops" | "security", given: Reviewed): string[] =>
  findingsOf(section, given)
    .filter(({ address }) => address?.match(/config\.monitoring\.grafana\.(?:logs|traces)$/))
    .map(({ title }) => title);

test("whoever reads logs by Grafana from now on is told", () => {
  expect(titles("security", { before: {}, after: cloudwatch(true) })).toEqual([
    "Whoever has the administrator's password reads logs of pods in CloudWatch by Grafana.",
  ]);
  expect(titles("security", { before: cloudwatch(true), after: cloudwatch(true, { nodes: true }) })).toEqual([
    "Whoever has the administrator's password reads logs of pods and logs of nodes in CloudWatch by Grafana.",
  ]);
  const login = { login: OIDC };
  expect(titles("security", { before: loki({}, {}), after: loki({}, {}, login) })).toEqual([
    "Members of gpu-platform and gpu-users read logs of pods in Loki at https://loki.example.com by Grafana.",
  ]);
  const everybody = { login: { ...OIDC, viewers: "everybody" } };
  expect(titles("security", { before: loki({}, {}, login), after: loki({ tenant: "a" }, {}, everybody) })).toEqual([
    "Everybody whom the provider of logins lets in reads logs of pods in Loki at https://loki.example.com, tenant a by Grafana.",
  ]);
  expect(titles("security", { before: loki({}, {}, login), after: loki({}, {}, login) })).toEqual([]);
  expect(titles("security", { before: {}, after: cloudwatch(false) })).toEqual([]);
});

test("logs that Grafana shows no more, or asks for as somebody else, are told", () => {
  expect(titles("stops", { before: cloudwatch(true), after: cloudwatch(false) })).toEqual([
    "Grafana shows no logs any more.",
  ]);
  const login = { login: { kind: "bearer", secretName: "log-reader" } };
  expect(titles("stops", { before: loki({}, {}), after: loki({}, login) })).toEqual([
    "Grafana reads logs as somebody else.",
  ]);
  expect(titles("stops", { before: loki({}, login), after: loki({}, login) })).toEqual([]);
  expect(titles("stops", { before: cloudwatch(false), after: {} })).toEqual([]);
});

test("so are traces", () => {
  const traces = (url?: string) => ({
    traces: { to: { kind: "otlp", url: "https://tempo.example.com", tenant: "a" } },
    monitoring: { grafana: { traces: url === undefined ? { kind: "none" } : { kind: "tempo", url } } },
  });
  const shown = traces("https://read.example.com");
  expect(titles("security", { before: traces(), after: shown })).toEqual([
    "Whoever has the administrator's password reads traces in Tempo at https://read.example.com, tenant a by Grafana.",
  ]);
  expect(titles("stops", { before: shown, after: traces() })).toEqual(["Grafana shows no traces any more."]);
  expect(titles("stops", { before: shown, after: traces("https://other.example.com") })).toEqual([
    "Grafana reads traces elsewhere: at https://other.example.com.",
  ]);
});

const EVERYBODY = { login: { ...OIDC, viewers: "everybody" } };
const ANONYMOUS = {
  platform: {
    helmValues: { "kube-prometheus-stack": { grafana: { "grafana.ini": { "auth.anonymous": { enabled: true } } } } },
  },
};
const LOKI = "Loki at https://loki.example.com by Grafana.";
const GOOGLE = { authUrl: "https://accounts.google.com/o/oauth2/v2/auth" };

test.each<[string, Change, Change, [severity: string, title: string, detail?: string] | null]>([
  [
    "everybody, where a namespace is opened too",
    loki({}, {}, { login: OIDC }),
    loki({}, {}, EVERYBODY),
    ["danger", `Everybody whom the provider of logins lets in reads logs of pods in ${LOKI}`, "pods of vision"],
  ],
  [
    "a namespace that is no longer left out",
    loki({}, {}, { login: OIDC }),
    loki({}, {}, { login: OIDC }),
    ["danger", `Members of gpu-platform and gpu-users read logs of pods of vision in ${LOKI}`],
  ],
  [
    "a namespace, to the administrator alone",
    loki({}, {}),
    loki({}, {}),
    ["warning", `Whoever has the administrator's password reads logs of pods of vision in ${LOKI}`],
  ],
  [
    "logs for everybody in the world",
    {},
    loki({}, {}, { login: { ...EVERYBODY.login, ...GOOGLE } }),
    ["danger", `Everybody whom the provider of logins lets in reads logs of pods in ${LOKI}`, "the whole world"],
  ],
  [
    "whoever needs no login",
    loki({}, {}, { login: OIDC }),
    { ...loki({}, {}, { login: OIDC }), ...ANONYMOUS },
    ["danger", `Whoever reaches Grafana, without a login, reads logs of pods in ${LOKI}`, "auth.anonymous"],
  ],
  [
    "a group more",
    loki({}, {}, { login: OIDC }),
    loki({}, {}, { login: { ...OIDC, viewers: ["gpu-users", "guests"] } }),
    ["danger", `Members of guests read logs of pods in ${LOKI}`],
  ],
  [
    "groups of another provider",
    loki({}, {}, { login: OIDC }),
    loki({}, {}, { login: { ...OIDC, userInfoUrl: "https://evil.example.org/userinfo" } }),
    ["danger", `Members of gpu-platform and gpu-users read logs of pods in ${LOKI}`],
  ],
  ["nobody, of a group less", loki({}, {}, { login: OIDC }), loki({}, {}, { login: { ...OIDC, viewers: [] } }), null],
  ["nobody, where everybody was", loki({}, {}, EVERYBODY), loki({}, {}, { login: OIDC }), null],
])("the review of %s names who reads, and asks whether that is meant", (name, before, after, expected) => {
  const opens = / namespace/.test(name);
  const without = (change: Change, exceptNamespaces: string[]) => ({
    ...change,
    logs: { ...(change["logs"] as object | undefined), exceptNamespaces },
  });
  const found = findingsOf("security", {
    before: opens ? without(before, ["vision"]) : before,
    after: opens ? without(after, []) : after,
  }).filter(({ address }) => address?.endsWith("config.monitoring.grafana.logs"));
  const [severity, title, detail = ""] = expected ?? [];
  expect(found.map((one) => [one.severity, one.title])).toEqual(expected ? [[severity, title]] : []);
  expect(found.map(({ details }) => details.join("\n")).join()).toContain(detail);
});

test("that a Secret goes to another host, or in clear, is a danger; another path of the host is none", () => {
  const reader = { kind: "bearer", secretName: "log-reader" };
  const at = (url: string) => loki({}, { url, login: reader });
  const secrets = (before: Change, after: Change) =>
    findingsOf("security", { before, after })
      .filter(({ address }) => address?.endsWith(".logs.url") || address?.endsWith(".traces.url"))
      .map(({ severity, title }) => `${severity}: ${title}`);
  const own = at("https://read.example.com/a");
  expect(secrets(own, at("http://evil.example.org"))).toEqual([
    "danger: What is in the Secret log-reader goes to evil.example.org from now on, in clear.",
  ]);
  expect(secrets(own, at("http://read.example.com/a"))).toEqual([
    "danger: What is in the Secret log-reader goes to read.example.com from now on, in clear.",
  ]);
  expect(secrets(own, at("https://read.example.com/b"))).toEqual([]);
  expect(titles("stops", { before: own, after: at("https://read.example.com/b") })).toEqual([
    "Grafana reads logs elsewhere: at https://read.example.com/b.",
  ]);
  // the address may be that of collectors
  const same = (url: string) => loki({ url }, { login: reader });
  expect(secrets(same("https://loki.example.com"), same("https://evil.example.org"))).toEqual([
    "danger: What is in the Secret log-reader goes to evil.example.org from now on.",
  ]);
  expect(secrets(loki({}, {}), loki({ url: "https://evil.example.org" }, {}))).toEqual([]);
  const tempo = (url: string) => ({
    traces: { to: { kind: "otlp", url: "https://tempo.example.com" } },
    monitoring: { grafana: { traces: { kind: "tempo", url, login: reader } } },
  });
  expect(secrets(tempo("https://read.example.com"), tempo("https://evil.example.org"))).toEqual([
    "danger: What is in the Secret log-reader goes to evil.example.org from now on.",
  ]);
});

test("that Grafana lets in whoever reaches it is told, and that a provider is the whole world's", () => {
  const found = (after: Change) => findingsOf("security", { before: {}, after }).map(({ title }) => title);
  expect(found(ANONYMOUS)).toContain("Grafana lets in whoever reaches it, without a login.");
  const [one] = findingsOf("security", {
    before: {},
    after: { monitoring: { grafana: { login: { ...EVERYBODY.login, ...GOOGLE } } } },
  });
  expect(one?.details.join()).toContain("the whole world is let in");
});

test("no review is safe in which somebody newly reads the traces of all teams", () => {
  const traces = (grafana: object) => ({
    traces: { to: { kind: "otlp", url: "https://tempo.example.com" } },
    monitoring: { grafana },
  });
  const read = { kind: "tempo", url: "https://read.example.com" };
  const verdict = (before: Change, after: Change) => reviewed({ before, after }).verdict;
  const shown = traces({ ...EVERYBODY, traces: read });
  expect(verdict(traces(EVERYBODY), shown)).toBe("needs-acknowledgement");
  expect(verdict(traces({ login: OIDC, traces: read }), shown)).toBe("needs-acknowledgement");
  expect(verdict(shown, traces({ login: OIDC, traces: read }))).toBe("safe");
});
