import { findingsOf, type Reviewed } from "../../../helpers/reviewed";

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
    "Grafana reads logs elsewhere, or as somebody else.",
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
    "Grafana reads traces elsewhere, or as somebody else.",
  ]);
});
