import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { logGroups } from "../../../config/monitoring/grafana-stores";
import { namedSecrets } from "../../../config/names/named-secrets";
import { logLines } from "../../../constructs/dashboards/log-lines";
import { jobTraces } from "../../../constructs/dashboards/job-traces";
import {
  grafanaStores,
  logsOnDashboard,
  storeSources,
  tracesOnDashboard,
  type GrafanaStores,
} from "../../../constructs/platform/grafana-stores";
import { clusterSample } from "../../helpers/cluster";
import { dashboardsOf, panelsOf } from "../../helpers/dashboards";
import { sample, type Change } from "../../helpers/environment";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import { resources, type Json } from "../../helpers/synth";

const CLOUDWATCH: Change = { logs: { to: { kind: "cloudwatch" }, jobFiles: ["/home/*/slurm-*.out"] } };
const READ: Change = { ...CLOUDWATCH, monitoring: { grafana: { logs: { kind: "cloudwatch" } } } };
const loki = (to: object, logs: object): Change => ({
  logs: { to: { kind: "loki", url: "https://loki.example.com", ...to }, jobFiles: ["/home/*/slurm-*.out"] },
  monitoring: { grafana: { logs: { kind: "loki", ...logs } } },
});

const platformOf = (change: Change): Json => synthStacks(sample(change).env)["platform"]!;
const grafanaOf = (platform: Json): Json => valuesOf(releases(platform)["monitoring/kube-prometheus-stack"]!).grafana;
const dashboardOf = (platform: Json, name: string): Json =>
  dashboardsOf(platform).find(({ uid }) => uid === `railyard-${name}`)!;
const logsOf = (platform: Json, name: string): Json[] =>
  panelsOf(dashboardOf(platform, name)).filter(({ type }) => type === "logs");
const waysOf = (platform: Json, name: string): string[] =>
  dashboardOf(platform, name).links.flatMap(({ url = "/" }: Json) => (url.startsWith("/") ? [] : [url]));
const NAMES = ["job", "node", "gpu"];

describe("logs in CloudWatch", () => {
  const read = platformOf(READ);
  const led = platformOf(CLOUDWATCH);

  test("are led to in the console, where a slash is written twice over, and nobody may read them by Grafana", () => {
    const console =
      "https://us-east-1.console.aws.amazon.com/cloudwatch/home?region=us-east-1#logsV2:log-groups/log-group";
    const kernel = `${console}/$252Frailyard$252Fsample$252Fnodes/log-events/\${node}$252Fkernel`;
    const job = `${console}/$252Frailyard$252Fsample$252Fjobs/log-events/\${job}`;
    for (const platform of [read, led])
      expect(NAMES.map((name) => waysOf(platform, name))).toEqual([[job], [kernel], [kernel]]);
    expect(NAMES.flatMap((name) => logsOf(led, name))).toEqual([]);
    expect(grafanaOf(led)).not.toHaveProperty("additionalDataSources");
    expect(grafanaOf(led)).not.toHaveProperty("podAnnotations");
    expect(JSON.stringify(led)).not.toContain("logs:StartQuery");
  });

  test("are read by a role of Grafana's account that may read these groups, and name no others", () => {
    const account = { namespace: "monitoring", service_account: "kube-prometheus-stack-grafana" };
    const [association] = Object.values<Json>(resources(read, EksPodIdentityAssociation)).filter(
      ({ service_account }) => service_account === account.service_account,
    );
    expect(association).toMatchObject(account);
    const statements: Json[] = Object.values<Json>(resources(read, IamRolePolicy))
      .flatMap(({ policy }) => JSON.parse(policy).Statement)
      .filter(({ Action }) => /logs:(?:Get|Start|Stop|Filter|Describe|List)/.test(JSON.stringify(Action)));
    const group = (subject: string) => `arn:aws:logs:us-east-1:111122223333:log-group:/railyard/sample/${subject}`;
    expect(statements.map(({ Action, Resource }) => [Action, Resource])).toEqual([
      [
        ["logs:GetLogEvents", "logs:GetLogGroupFields", "logs:GetQueryResults", "logs:StartQuery"],
        ["pods", "nodes", "jobs"].flatMap((subject) => [group(subject), `${group(subject)}:*`]),
      ],
      ["logs:StopQuery", "*"],
    ]);
    expect(grafanaOf(read).podAnnotations["railyard.dev/role"]).toBe("sample-grafana");
    expect(grafanaOf(read).additionalDataSources).toMatchObject([
      { type: "cloudwatch", jsonData: { authType: "default", defaultRegion: "us-east-1" } },
    ]);
  });

  test("are asked for only where somebody opens the row, by the stream that collectors write", () => {
    const questions = NAMES.map((name) => {
      const [row] = dashboardOf(read, name).panels.filter(({ collapsed }: Json) => collapsed);
      expect(row.panels).toHaveLength(1);
      return row.panels[0].targets.map(({ expression, logGroups }: Json) => [logGroups[0].name, expression]);
    });
    const about = (filter: string) =>
      `fields @timestamp, @message | filter ${filter} | sort @timestamp desc | limit 1000`;
    expect(questions).toEqual([
      [["/railyard/sample/jobs", about('@logStream = "${job}"')]],
      [["/railyard/sample/nodes", about('@logStream = "${node}/kernel"')]],
      [["/railyard/sample/nodes", about('@logStream = "${node}/kernel" and @message like /Xid/')]],
    ]);
  });

  test("of nodes that are not kept are neither shown nor led to", () => {
    const platform = platformOf({ ...READ, logs: { to: { kind: "cloudwatch" }, nodes: false } });
    for (const name of NAMES) expect([waysOf(platform, name), logsOf(platform, name)]).toEqual([[], []]);
  });

  test.each([
    ["us-gov-west-1", "us-gov-west-1.console.amazonaws-us-gov.com", "aws-us-gov"],
    ["cn-north-1", "cn-north-1.console.amazonaws.cn", "aws-cn"],
  ])("of %s are in the console and under the names of its partition", (region, host, partition) => {
    const { env } = sample({ ...READ, region } as Change);
    const groups = logGroups(env)!;
    expect(groups.groups.map(({ arn }) => arn.split(":")[1])).toEqual([partition, partition, partition]);
    expect(logLines(logsOnDashboard(env), "job").links[0]!.url).toMatch(
      `https://${host}/cloudwatch/home?region=${region}#`,
    );
  });
});

describe("logs in a Loki", () => {
  test("are asked for by the labels that collectors give, and only as far as they are kept", () => {
    const platform = platformOf(loki({}, {}));
    expect(NAMES.map((name) => logsOf(platform, name).map(({ targets }) => targets[0].expr))).toEqual([
      ['{service_name="slurm-job", k8s_cluster_name="sample"} | slurm_job_id="$job"'],
      ['{service_name="kernel", k8s_cluster_name="sample"} | k8s_node_name="$node"'],
      ['{service_name="kernel", k8s_cluster_name="sample"} |= "Xid" | k8s_node_name="$node"'],
    ]);
    expect(NAMES.flatMap((name) => waysOf(platform, name))).toEqual([]);
    const [source] = grafanaOf(platform).additionalDataSources;
    expect(source).toMatchObject({ type: "loki", url: "https://loki.example.com", editable: false });
    expect(source).not.toHaveProperty("secureJsonData");
    // a dollar sign is doubled: Grafana takes a single one for a variable of its own
    expect(source.jsonData.derivedFields).toEqual([
      {
        name: "job",
        matcherType: "label",
        matcherRegex: "^slurm_job_id$$",
        url: "/d/railyard-job?var-job=$${__value.raw}",
        urlDisplayLabel: "Open job",
      },
      {
        name: "node",
        matcherType: "label",
        matcherRegex: "^k8s_node_name$$",
        url: "/d/railyard-node?var-node=$${__value.raw}",
        urlDisplayLabel: "Open node",
      },
    ]);
  });

  test("are forgotten with the pod once config names them no more, and another store makes it anew", () => {
    const hash = (change: Change) => grafanaOf(platformOf(change)).podAnnotations["railyard.dev/stores"];
    const [first, again, other] = [loki({}, {}), loki({}, {}), loki({ tenant: "a" }, {})].map(hash);
    expect([first === again, first === other]).toEqual([true, false]);
    expect(grafanaOf(platformOf(loki({}, {}))).prune).toBe(true);
  });

  test("nobody shows without the key, and no dashboard leads there", () => {
    const platform = platformOf({ logs: { to: { kind: "loki", url: "https://loki.example.com" } } });
    expect(grafanaOf(platform)).not.toHaveProperty("additionalDataSources");
    expect(NAMES.flatMap((name) => [...waysOf(platform, name), ...logsOf(platform, name)])).toEqual([]);
  });

  test("with a login of readers are asked for by files of its Secret, for the tenant of the collectors", () => {
    const login = { kind: "basic", secretName: "log-reader", passwordKeyName: "pass" };
    const change = loki({ tenant: "gpu-clusters" }, { login, url: "https://read.example.com/$x{{y" });
    expect(namedSecrets(sample(change).env)).toContainEqual({
      namespace: "monitoring",
      name: "log-reader",
      path: ["monitoring", "grafana", "logs", "login", "secretName"],
      holds: "the login by which Grafana reads logs",
      without: "Grafana waits for it for ever, and nobody sees a dashboard",
      needed: true,
    });
    const grafana = grafanaOf(platformOf(change));
    expect(grafana.extraSecretMounts).toEqual([
      { name: "logs", secretName: "log-reader", defaultMode: 0o440, mountPath: "/etc/secrets/logs", readOnly: true },
    ]);
    expect(grafana.additionalDataSources[0]).toMatchObject({
      url: "https://read.example.com/$$x%7B%7By",
      basicAuth: true,
      basicAuthUser: "$__file{/etc/secrets/logs/username}",
      jsonData: { httpHeaderName1: "X-Scope-OrgID" },
      secureJsonData: { httpHeaderValue1: "gpu-clusters", basicAuthPassword: "$__file{/etc/secrets/logs/pass}" },
    });
  });

  test("with a token are asked for on any site, by the proxy and the authorities of the environment", () => {
    const login = { kind: "bearer", secretName: "log-reader" };
    const { env } = clusterSample({
      ...loki({}, { login }),
      logs: { to: { kind: "loki", url: "https://loki.example.com" } },
      outbound: { proxy: { url: "http://proxy.example.com:3128" } },
    } as Change);
    const grafana = grafanaOf(synthStacks(env)["platform"]!);
    expect(grafana.env).toMatchObject({ HTTPS_PROXY: "http://proxy.example.com:3128" });
    expect(grafana.additionalDataSources[0]).toMatchObject({
      jsonData: { httpHeaderName1: "Authorization" },
      secureJsonData: { httpHeaderValue1: "Bearer $__file{/etc/secrets/logs/token}" },
    });
  });
});

describe("traces", () => {
  const traces = (to: object, read: object): Change => ({ traces: { to }, monitoring: { grafana: { traces: read } } });
  const tempo = { kind: "otlp", url: "https://tempo.example.com", tenant: "gpu-clusters" };
  const login = { kind: "bearer", secretName: "trace-reader" };
  const read = { kind: "tempo", url: "https://tempo-read.example.com", login };

  test("of a job are found in a Tempo by what railyard_telemetry and collectors write into them", () => {
    const platform = platformOf(traces(tempo, read));
    const [panel] = panelsOf(dashboardOf(platform, "job")).filter(({ datasource }) => datasource.type === "tempo");
    expect(panel.targets[0]).toMatchObject({
      queryType: "traceql",
      query: '{resource.railyard.hpc_job="$job" && resource.k8s.cluster.name="sample"}',
    });
    const grafana = grafanaOf(platform);
    expect(grafana.additionalDataSources).toEqual([
      {
        name: "Traces",
        uid: "railyard-traces",
        access: "proxy",
        editable: false,
        type: "tempo",
        url: "https://tempo-read.example.com",
        jsonData: { httpHeaderName1: "X-Scope-OrgID", httpHeaderName2: "Authorization" },
        secureJsonData: {
          httpHeaderValue1: "gpu-clusters",
          httpHeaderValue2: "Bearer $__file{/etc/secrets/traces/token}",
        },
      },
    ]);
    expect(grafana.extraSecretMounts).toMatchObject([{ secretName: "trace-reader", mountPath: "/etc/secrets/traces" }]);
    const { env } = sample(traces(tempo, read));
    expect(namedSecrets(env).map(({ name }) => name)).toContain("trace-reader");
  });

  test("lead to what their job printed where Grafana reads that, too", () => {
    const both = {
      ...loki({}, {}),
      traces: { to: tempo },
      monitoring: { grafana: { logs: { kind: "loki" }, traces: read } },
    };
    const stores = grafanaStores(sample(both).env);
    const query = (of: GrafanaStores) =>
      storeSources(of).map(({ jsonData }) => (jsonData as Json).tracesToLogsV2?.query as string | undefined);
    expect(query(stores)).toEqual([
      undefined,
      '{service_name="slurm-job", k8s_cluster_name="sample"} | slurm_job_id="$${__span.tags["railyard.hpc_job"]}"',
    ]);
    expect(query({ ...stores, jobFiles: false })).toEqual([undefined, undefined]);
  });

  test("in X-Ray are led to: a query of the console that finds the job's spans alone", () => {
    const { env } = sample(traces({ kind: "xray" }, { kind: "none" }));
    const { rows, links } = jobTraces(tracesOnDashboard(env));
    expect(rows).toEqual([]);
    const [, text = ""] = /~editorString~'(.*?)~source/.exec(links[0]!.url) ?? [];
    // what is left but for Grafana's variable are letters, digits, dots, dashes and escaped signs
    expect(text.replace("${job}", "")).toMatch(/^(?:[\w.-]|\*[0-9a-f]{2})+$/);
    const query = text.replace(/\*([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    expect(query).toContain(
      'filter `resource.attributes.k8s.cluster.name` = "sample" and `resource.attributes.railyard.hpc_job` = "${job}"',
    );
    expect(links[0]!.url).toMatch(
      /^https:\/\/us-east-1\.console\.aws\.amazon\.com\/cloudwatch\/home\?region=us-east-1#logsV2:logs-insights\$3FqueryDetail\$3D~\(end~0~start~-86400~timeType~'RELATIVE~.*~source~\(~'aws\*2fspans\)\)$/,
    );
  });

  test("in a store that Grafana may not ask are neither shown nor led to", () => {
    expect(tracesOnDashboard(sample(traces(tempo, { kind: "none" })).env)).toBeNull();
    expect(jobTraces(null)).toEqual({ rows: [], links: [] });
  });
});
