import { CHART_KEYS, unknownKeysOf } from "../../../config/facts/chart-keys";
import { OWNED_HELM_VALUE_RULES } from "../../../config/platform/owned-helm-value-rules";
import { OWNED_VALUES } from "../../../config/platform/owned-values/all";
import { sample, NOW, ruleOf, violations } from "../../helpers/environment";
import { clusterSample } from "../../helpers/cluster";
import { withGateway } from "../../helpers/hybrid";
import { ruleCases } from "../../helpers/rule-cases";

const values = (helmValues: object) => ({ platform: { helmValues } });
/** Lustre, and nodes that nobody computes on. */
const WITHOUT_GPUS = { nodeGroups: { h100: null }, slurm: null, teams: null };
const slurm = (given: object) => values({ slurm: given });

ruleCases(OWNED_HELM_VALUE_RULES, {
  "platform/owned-helm-value": {
    severity: "error",
    trips: [
      {
        when: "a whole file of Slurm is replaced",
        change: slurm({ configFiles: { "cgroup.conf": "CgroupPlugin=disabled" } }),
        at: ["platform", "helmValues", "slurm", "configFiles", "cgroup.conf"],
        message: ["configFiles.cgroup.conf of slurm is Railyard's to say"],
        fix: ["take it out"],
      },
      {
        when: "nodes are ended behind Slurm's back",
        change: {
          ...values({ karpenter: { settings: { featureGates: { nodeRepair: true } } } }),
          nodeGroups: { cpu: { scaledBy: { kind: "karpenter" } } },
        },
        at: ["platform", "helmValues", "karpenter", "settings", "featureGates", "nodeRepair"],
        message: ["behind Slurm's back"],
      },
      {
        when: "a line of slurm.conf that must agree with the nodes",
        change: slurm({ controller: { extraConfMap: { GresTypes: "gpu,shard" } } }),
        at: ["platform", "helmValues", "slurm", "controller", "extraConfMap", "GresTypes"],
        message: ["would no longer agree"],
        fix: ["nodeGroups"],
      },
      {
        when: "GPUs of one NodeSet by its name",
        change: slurm({ nodesets: { h100: { extraConfMap: { Gres: "gpu:h100:4" } } } }),
        at: ["platform", "helmValues", "slurm", "nodesets", "h100", "extraConfMap", "Gres"],
        message: ["nodesets.h100.extraConfMap.Gres"],
        fix: ["nodeGroups.<group>.instanceType"],
      },
      {
        when: "the controller's state is thrown away",
        change: slurm({ controller: { persistence: { enabled: false } } }),
        at: ["platform", "helmValues", "slurm", "controller", "persistence", "enabled"],
        message: ["forget all jobs"],
        fix: ["take it out"],
      },
      {
        when: "no Prometheus where monitoring is on",
        change: values({ "kube-prometheus-stack": { prometheus: { prometheusSpec: { replicas: 0 } } } }),
        at: ["platform", "helmValues", "kube-prometheus-stack", "prometheus", "prometheusSpec", "replicas"],
        message: ["nothing would keep metrics"],
        fix: ["monitoring.enabled"],
      },
      {
        when: "null takes away what Railyard says, with all around it: told once",
        change: values({ "kube-prometheus-stack": { prometheus: { prometheusSpec: null } } }),
        at: ["platform", "helmValues", "kube-prometheus-stack", "prometheus", "prometheusSpec"],
        message: ["null takes away all of prometheus.prometheusSpec of kube-prometheus-stack"],
        fix: ["the keys below it"],
      },
      {
        when: "null takes away all that is counted beside node-exporter",
        change: values({ "kube-prometheus-stack": { "prometheus-node-exporter": { sidecars: null } } }),
        at: ["platform", "helmValues", "kube-prometheus-stack", "prometheus-node-exporter", "sidecars"],
        message: ["its alerts could not sound"],
      },
      {
        when: "Lustre without GPUs has something beside node-exporter, too",
        change: {
          ...WITHOUT_GPUS,
          ...values({ "kube-prometheus-stack": { "prometheus-node-exporter": { sidecars: [] } } }),
        },
        at: ["platform", "helmValues", "kube-prometheus-stack", "prometheus-node-exporter", "sidecars"],
        message: ["its alerts could not sound"],
      },
      {
        when: "arguments of node-exporter without the folder of files",
        change: values({
          "kube-prometheus-stack": { "prometheus-node-exporter": { extraArgs: ["--collector.wifi"] } },
        }),
        at: ["platform", "helmValues", "kube-prometheus-stack", "prometheus-node-exporter", "extraArgs"],
        fix: ["--collector.textfile.directory"],
      },
      {
        when: "fields of DCGM are those of somebody else",
        change: values({ "gpu-operator": { dcgmExporter: { config: null } } }),
        at: ["platform", "helmValues", "gpu-operator", "dcgmExporter", "config"],
        message: ["ask for the fields"],
      },
      {
        when: "dashboards are looked for under another label",
        change: values({ "kube-prometheus-stack": { grafana: { sidecar: { dashboards: { label: "ours" } } } } }),
        at: ["platform", "helmValues", "kube-prometheus-stack", "grafana", "sidecar", "dashboards", "label"],
        message: ["Grafana would not find them"],
        fix: ["take it out"],
      },
      {
        when: "definitions get a second owner",
        change: values({ "slurm-operator": { crds: { enabled: true } } }),
        at: ["platform", "helmValues", "slurm-operator", "crds", "enabled"],
        message: ["two releases"],
        fix: ["take it out"],
      },
      {
        when: "MIG beside what groups say",
        change: values({ "gpu-operator": { migManager: { enabled: true } } }),
        at: ["platform", "helmValues", "gpu-operator", "migManager", "enabled"],
        message: ["migManager.enabled"],
        fix: ["nodeGroups.<group>.sharing"],
      },
      {
        when: "a driver version beside the image's driver",
        change: values({ "gpu-operator": { driver: { version: "580.65" } } }),
        at: ["platform", "helmValues", "gpu-operator", "driver", "version"],
        message: ["the image brings its driver"],
        fix: ["nodeGroups.<group>.image"],
      },
    ],
    passes: [
      { when: "nothing is given", change: {} },
      {
        when: "lines of slurm.conf that are free",
        change: slurm({ controller: { extraConfMap: { KillWait: "90" } } }),
      },
      { when: "files that Railyard does not write", change: slurm({ configFiles: { "mpi.conf": "PMIxDebug=1" } }) },
      { when: "what is so already", change: values({ "slurm-operator": { crds: { enabled: false } } }) },
      { when: "a chart that is not installed", change: { slurm: null, ...slurm({ clusterName: "mine" }) } },
      {
        when: "two Prometheus, and what dashboards are read by already",
        change: values({
          "kube-prometheus-stack": {
            prometheus: { prometheusSpec: { replicas: 2 } },
            grafana: { sidecar: { dashboards: { enabled: true, searchNamespace: "ALL" } } },
          },
        }),
      },
      {
        when: "null takes away a default of the chart that Railyard does not say",
        change: values({ "kube-prometheus-stack": { prometheus: { prometheusSpec: { tolerations: null } } } }),
      },
      {
        when: "arguments of node-exporter beside the folder of files",
        change: values({
          "kube-prometheus-stack": {
            "prometheus-node-exporter": {
              extraArgs: ["--collector.wifi", "--collector.textfile.directory=/var/lib/node-exporter/textfile"],
            },
          },
        }),
      },
      {
        when: "nothing is counted beside node-exporter",
        change: {
          ...WITHOUT_GPUS,
          lustre: null,
          checkpoints: null,
          ...values({ "kube-prometheus-stack": { "prometheus-node-exporter": { sidecars: [], extraArgs: [] } } }),
        },
      },
      { when: "one replica more", change: values({ "cert-manager": { replicaCount: 3 } }) },
    ],
  },
});

/** Values with something at a path; `*` as a name of the user's. */
const at = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, key) => ({ [key === "*" ? "mine" : key]: inner }), value);

test("every row is of a value that its chart reads", () => {
  const dead = OWNED_VALUES.filter(({ chart, path }) => {
    const tree = CHART_KEYS[chart];
    return tree && [...unknownKeysOf(tree, at(path, "x"))].length > 0;
  }).map(({ chart, path }) => `${chart} ${path.join(".")}`);
  // read by their parent chart alone, or by none any more
  expect(dead).toEqual([]);
});

test("every row is told of where its chart is installed, and says a key of config or why there is none", () => {
  const [rule] = OWNED_HELM_VALUE_RULES;
  const charts = new Set(OWNED_VALUES.map(({ chart }) => chart));
  const base = withGateway();
  const everything = {
    ...base,
    nodeGroups: {
      ...(base["nodeGroups"] as object),
      cpu: { scaledBy: { kind: "karpenter" } },
      vms: { instanceType: "g4dn.metal", nodes: 1, fabric: { kind: "none" }, sharing: { kind: "passthrough" } },
    },
    slurm: { ...(base["slurm"] as object | undefined), partitions: { prep: { nodeGroups: ["cpu"] } } },
    checkpoints: { mountpoint: true },
    alarms: { emails: ["gpus@example.com"] },
    monitoring: {
      remoteWrite: { central: { kind: "prometheus", url: "https://mimir.example.com/api/v1/push" } },
      grafana: { logs: { kind: "cloudwatch" } },
    },
    logs: { to: { kind: "cloudwatch" } },
  };
  for (const { chart, path, instead } of OWNED_VALUES.filter((row) => charts.has(row.chart))) {
    const { config, env } = sample({ ...everything, ...values({ [chart]: at(path, "another") }) });
    const found = [...(rule?.check({ config, env, now: NOW }) ?? [])];
    const installed = !["dra-driver-nvidia-gpu", "topograph"].includes(chart);
    expect([chart, path, found.length]).toEqual([chart, path, installed ? 1 : 0]);
    expect(instead).toMatch(/^(nothing: \w|[a-z])/);
  }
});

test("so is every row of what a cluster that exists alone has", () => {
  const [rule] = OWNED_HELM_VALUE_RULES;
  for (const { chart, path } of OWNED_VALUES.filter((row) => row.chart === "topograph")) {
    const { config, env } = clusterSample({
      cluster: { layersFrom: "topograph", topograph: { provider: { kind: "infiniband" } } },
      nodeGroups: { dgx: { layers: 2 } },
      ...values({ [chart]: at(path, "another") }),
    });
    expect([path, [...(rule?.check({ config, env, now: NOW }) ?? [])].length]).toEqual([path, 1]);
  }
});

test("a fix says once what is to be done, and in brackets what nobody need do", () => {
  const fixes = (chart: string, change: object) =>
    violations(ruleOf(OWNED_HELM_VALUE_RULES, "platform/owned-helm-value"), values({ [chart]: change })).map(
      ({ fix }) => fix,
    );
  expect(fixes("kube-prometheus-stack", { nameOverride: "ours" })).toEqual(["take it out"]);
  expect(fixes("kube-prometheus-stack", { kubeEtcd: { enabled: true } })).toEqual(["take it out (leave it off)"]);
});
