import {
  KubePrometheusStack,
  kubePrometheusStackValues,
  type KubePrometheusStackValuesProps,
} from "../../../constructs/platform/kube-prometheus-stack";
import { chart, onlyRelease } from "../../helpers/release";
import type { Json } from "../../helpers/synth";

const SELECTOR = { "railyard.dev/role": "system" };
const PROPS: KubePrometheusStackValuesProps = {
  retentionDays: 15,
  storageGiB: 100,
  storageClassName: "gp3",
  groupLabels: false,
  efa: false,
  nodes: 19,
  routing: { environment: "dev", receivers: {}, routes: [] },
  receiverSecrets: [],
  remoteWrite: { cluster: "dev", destinations: {}, wayOut: { proxy: {}, authorities: null } },
  grafana: {
    url: "http://localhost:3000",
    login: { kind: "password" },
    stores: { cluster: "sample", logs: null, traces: null, jobFiles: false },
    wayOut: { proxy: {}, authorities: null },
  },
  roles: {},
  placement: { nodeSelector: SELECTOR, tolerations: [] },
};

const values = (change: Partial<KubePrometheusStackValuesProps> = {}): Json =>
  kubePrometheusStackValues({ ...PROPS, ...change });

test.each(["serviceMonitor", "podMonitor", "rule", "probe", "scrapeConfig"])(
  "looks at every %s of the cluster, not only at its own",
  (kind) => {
    expect(values().prometheus.prometheusSpec[`${kind}SelectorNilUsesHelmValues`]).toBe(false);
  },
);

test.each(["kubeEtcd", "kubeScheduler", "kubeControllerManager", "kubeProxy"])(
  "does not scrape %s, which EKS does not show",
  (part) => {
    expect(values()[part]).toEqual({ enabled: false });
  },
);

test("keeps metrics for days, and stops before the volume is full", () => {
  const { retention, retentionSize } = values({ retentionDays: 30, storageGiB: 500 }).prometheus.prometheusSpec;
  expect(retention).toBe("30d");
  expect(retentionSize).toBe("425GiB");
});

test("volumes name their class: a cluster may have no default", () => {
  const claim = (storage: Json) => storage.volumeClaimTemplate.spec;
  const { prometheus, alertmanager } = values();
  expect(claim(prometheus.prometheusSpec.storageSpec)).toEqual({
    storageClassName: "gp3",
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: "100Gi" } },
  });
  expect(claim(alertmanager.alertmanagerSpec.storage).storageClassName).toBe("gp3");
});

test("runs on system nodes, all but the exporter of every node", () => {
  const all = values();
  for (const part of [
    all.prometheusOperator,
    all.prometheusOperator.admissionWebhooks.patch,
    all.prometheus.prometheusSpec,
    all.alertmanager.alertmanagerSpec,
    all.grafana,
    all["kube-state-metrics"],
  ])
    expect(part.nodeSelector).toEqual(SELECTOR);
  expect(all["prometheus-node-exporter"]).toMatchObject({ tolerations: [{ operator: "Exists" }] });
});

test("exports EFA counters where there are EFA interfaces", () => {
  const { sidecars, extraArgs, tolerations } = values({ efa: true })["prometheus-node-exporter"];
  expect(sidecars[0].name).toBe("efa-metrics");
  expect(extraArgs.some((arg: string) => arg.startsWith("--collector.filesystem.mount-points-exclude="))).toBe(true);
  expect(tolerations).toEqual([{ operator: "Exists" }]);
});

test("asks drivers for pauses where RoCE has interfaces of hosts, and for no interface of a pod", () => {
  const argsOf = (more: object): string[] => values(more)["prometheus-node-exporter"].extraArgs ?? [];
  const args = argsOf({ pauses: true, kernelLog: true });
  const [include, exclude] = ["metrics-include", "device-exclude"].map(
    (name) =>
      new RegExp(
        args
          .find((arg) => arg.includes(name))!
          .split("=")
          .slice(1)
          .join("="),
      ),
  );
  const asked = [
    "rx_prio3_pause",
    "tx_prio3_pause_duration",
    "tx_pause_storm_error_events",
    "rx_bytes_phy",
    "rx_prio3_bytes",
  ];
  expect(asked.filter((name) => include!.test(name))).toEqual(asked.slice(0, 3));
  const devices = ["enp26s0np0", "eth2", "ens1f0", "rdma0", "veth12ab", "lxc_health", "eni0123"];
  expect(devices.filter((name) => !exclude!.test(name))).toEqual(devices.slice(0, 4));
  expect(argsOf({ pauses: true })).toEqual(args.filter((arg) => !arg.includes("textfile")));
  expect(argsOf({ kernelLog: true }).join(" ")).not.toContain("ethtool");
});

test("nothing that it needs is evicted first: every part asks for memory and has a limit", () => {
  const all = values();
  for (const part of [
    all.prometheusOperator,
    all.prometheus.prometheusSpec,
    all.alertmanager.alertmanagerSpec,
    all.grafana,
    all.grafana.sidecar,
    all["kube-state-metrics"],
    all["prometheus-node-exporter"],
  ]) {
    expect(part.resources.requests).toEqual({ cpu: expect.any(String), memory: expect.any(String) });
    expect(Object.keys(part.resources.limits)).toEqual(["memory"]);
  }
  for (const part of [all.prometheusOperator, all.prometheus.prometheusSpec, all.alertmanager.alertmanagerSpec])
    expect(part.priorityClassName).toBe("system-cluster-critical");
});

test("Prometheus asks for more memory the more nodes there are", () => {
  const memory = (nodes: number) =>
    Number.parseInt(values({ nodes }).prometheus.prometheusSpec.resources.requests.memory, 10);
  expect(memory(500)).toBeGreaterThan(10 * memory(3));
});

test("an update of the daemons ends in time, however many nodes there are", () => {
  const timeout = (nodes: number) =>
    onlyRelease((stack) => {
      new KubePrometheusStack(stack, "kps", { ...chart("kube-prometheus-stack"), ...PROPS, nodes });
    }).release.timeout;
  expect(values()["prometheus-node-exporter"].updateStrategy.rollingUpdate.maxUnavailable).toBe("10%");
  // longer than EKS needs to replace a node that died
  expect(timeout(1)).toBeGreaterThan(30 * 60);
  expect(timeout(99)).toBeGreaterThan(timeout(1));
});

test("Grafana tells nobody anything and asks for no updates", () => {
  expect(values().grafana["grafana.ini"]).toMatchObject({
    analytics: { reporting_enabled: false, check_for_updates: false, check_for_plugin_updates: false },
    news: { news_feed_enabled: false },
  });
});

test("gives Grafana no password", () => {
  expect(JSON.stringify(values({ efa: true }))).not.toMatch(/password/i);
});

test("is a release without definitions, and tells where Grafana's password is made", () => {
  const { release, values: synthesized } = onlyRelease((stack) => {
    const { grafanaSecretName } = new KubePrometheusStack(stack, "kps", {
      ...chart("kube-prometheus-stack"),
      ...PROPS,
    });
    expect(grafanaSecretName).toBe("kube-prometheus-stack-grafana");
  });
  expect(release).toMatchObject({ name: "kube-prometheus-stack", skip_crds: true });
  expect(synthesized.crds).toEqual({ enabled: false });
});

test("metrics of nodes have the group of their nodes where nodes bear it", () => {
  const allowed = (groupLabels: boolean) => values({ groupLabels })["kube-state-metrics"].metricLabelsAllowlist;
  expect(allowed(true)).toEqual(["nodes=[railyard.dev/node-group]"]);
  expect(allowed(false)).toBeUndefined();
});
