import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { clusterSample } from "../../../helpers/cluster";
import { sample } from "../../../helpers/environment";
import { releases, valuesOf } from "../../../helpers/release";
import { synthStacks } from "../../../helpers/stacks";
import { resources, type Json } from "../../../helpers/synth";

const platformOf = (logs: object, more: object = {}): Json => synthStacks(sample({ logs, ...more }).env)["platform"]!;
const objectsOf = (json: Json): Json[] => valuesOf(releases(json)["kube-system/railyard-logs"]!).objects;
const objectOf = (json: Json, kind: string): Json => objectsOf(json).find((one) => one.kind === kind);
const configOf = (json: Json): Json => JSON.parse(objectOf(json, "ConfigMap").data["config.yaml"]);
const cloudwatch = { kind: "cloudwatch" };
const loki = { kind: "loki", url: "https://loki.example.com" };

test("nobody keeps logs unless config says so", () => {
  const json = platformOf({});
  expect(releases(json)).not.toHaveProperty("kube-system/railyard-logs");
  expect(Object.values(resources(json, CloudwatchLogGroup))).toEqual([]);
});

test("groups of CloudWatch are kept for the days of config, and written to by the collectors alone", () => {
  const json = platformOf({ to: { ...cloudwatch, retentionDays: 90 } });
  const groups: Json = resources(json, CloudwatchLogGroup);
  expect(Object.keys(groups)).toEqual(["node_logs", "pod_logs"]);
  for (const group of Object.values<Json>(groups))
    expect(group).toMatchObject({ retention_in_days: 90, lifecycle: { prevent_destroy: true } });
  expect(groups.pod_logs.name).toBe("/railyard/sample/pods");
  const account = { namespace: "kube-system", service_account: "railyard-logs" };
  expect(Object.values(resources(json, EksPodIdentityAssociation))).toContainEqual(expect.objectContaining(account));
  const allowed = Object.values<Json>(resources(json, IamRolePolicy))
    .flatMap(({ policy }) => JSON.parse(policy).Statement as Json[])
    .filter(({ Action }) => JSON.stringify(Action).includes("logs:"));
  expect(allowed).toHaveLength(1);
  expect(allowed[0].Action).toEqual(["logs:CreateLogStream", "logs:PutLogEvents"]);
  expect(JSON.stringify(allowed[0].Resource)).not.toMatch(/"\*"/);
  const { exporters } = configOf(json);
  expect(exporters["awscloudwatchlogs/nodes"]).toMatchObject({
    log_group_name: "/railyard/sample/nodes",
    region: "us-east-1",
  });
});

test("a throw-away environment may destroy its logs", () => {
  const json = platformOf({ to: cloudwatch }, { profile: "development" });
  for (const group of Object.values<Json>(resources(json, CloudwatchLogGroup)))
    expect(group.lifecycle?.prevent_destroy ?? false).toBe(false);
});

test("a collector runs on every node whatever its taints, has no right in the cluster and never takes the place of a job", () => {
  const json = platformOf({ to: loki });
  const { spec } = objectOf(json, "DaemonSet").spec.template;
  const taints = sample().env.nodeGroups.flatMap((pool) => pool.taints.map(({ key }) => key));
  for (const key of taints)
    expect(spec.tolerations).toContainEqual(expect.objectContaining({ key, operator: "Exists" }));
  expect(spec).not.toHaveProperty("priorityClassName");
  expect(spec.automountServiceAccountToken).toBe(false);
  expect(objectsOf(json).map(({ kind }) => kind)).toEqual(["ServiceAccount", "ConfigMap", "DaemonSet", "PodMonitor"]);
  expect(Object.values(resources(json, CloudwatchLogGroup))).toEqual([]);
});

test("of the node it sees what it is to keep, and writes its own folder alone", () => {
  const paths = (logs: object) => {
    const { spec } = objectOf(platformOf(logs), "DaemonSet").spec.template;
    const [{ volumeMounts, securityContext }] = spec.containers;
    const isWritten = (name: string) => volumeMounts.some((mount: Json) => mount.name === name && !mount.readOnly);
    const hosts = spec.volumes.filter(({ hostPath }: Json) => hostPath);
    return {
      reads: hosts.filter(({ name }: Json) => !isWritten(name)).map(({ hostPath }: Json) => hostPath.path),
      writes: hosts.filter(({ name }: Json) => isWritten(name)).map(({ hostPath }: Json) => hostPath.path),
      may: securityContext.capabilities.add,
    };
  };
  const writes = ["/var/lib/railyard-logs"];
  expect(paths({ to: loki })).toEqual({
    reads: ["/var/log/pods", "/"],
    writes,
    may: ["DAC_READ_SEARCH", "SYS_CHROOT"],
  });
  expect(paths({ to: loki, nodes: false })).toEqual({ reads: ["/var/log/pods"], writes, may: ["DAC_READ_SEARCH"] });
  expect(paths({ to: loki, pods: false }).reads).toEqual(["/"]);
});

test("a login is mounted from its Secret and stands nowhere else", () => {
  const login = { kind: "basic", secretName: "log-store", passwordKeyName: "word" };
  const json = platformOf({ to: { ...loki, login, tenant: "gpu" } });
  const { volumes } = objectOf(json, "DaemonSet").spec.template.spec;
  expect(volumes).toContainEqual({ name: "login", secret: { secretName: "log-store", defaultMode: 0o400 } });
  const { extensions, exporters } = configOf(json);
  expect(extensions.basicauth.client_auth).toEqual({
    username_file: "/etc/railyard/login/username",
    password_file: "/etc/railyard/login/word",
  });
  expect(exporters["otlp_http/pods"]).toMatchObject({
    endpoint: "https://loki.example.com/otlp",
    headers: { "X-Scope-OrgID": "gpu" },
    auth: { authenticator: "basicauth" },
  });
});

test("pods are made anew for another configuration and for a role, and for nothing else", () => {
  const annotations = (logs: object): Json =>
    objectOf(platformOf(logs), "DaemonSet").spec.template.metadata.annotations;
  expect(annotations({ to: cloudwatch })).toEqual(annotations({ to: { ...cloudwatch, retentionDays: 90 } }));
  expect(annotations({ to: loki })).not.toEqual(annotations({ to: loki, exceptNamespaces: ["vision"] }));
  expect(annotations({ to: loki })).not.toHaveProperty(["railyard.dev/role"]);
});

test("a cluster that exists keeps its logs in Loki; without monitoring nobody asks the collectors", () => {
  const { env } = clusterSample({ logs: { to: loki }, monitoring: { enabled: false } });
  const json = synthStacks(env)["platform"]!;
  expect(objectsOf(json).map(({ kind }) => kind)).toEqual(["ServiceAccount", "ConfigMap", "DaemonSet"]);
});

test("a proxy and authorities are given to collectors", () => {
  const outbound = { proxy: { url: "http://proxy.example.com:3128" } };
  const { env } = objectOf(platformOf({ to: loki }, { outbound }), "DaemonSet").spec.template.spec.containers[0];
  expect(env).toContainEqual({ name: "HTTPS_PROXY", value: "http://proxy.example.com:3128" });
});

test("one collector reads files of jobs where login pods have them, and keeps what it has read on a volume", () => {
  const json = platformOf({
    to: cloudwatch,
    pods: false,
    nodes: false,
    jobFiles: ["/fsx/runs/*.out", "/fsx/homes/*.log"],
  });
  expect(releases(json)).not.toHaveProperty("kube-system/railyard-logs");
  const objects: Json[] = valuesOf(releases(json)["slurm/railyard-job-logs"]!).objects;
  expect(objects.map(({ kind }) => kind)).toEqual([
    "ServiceAccount",
    "ConfigMap",
    "PersistentVolumeClaim",
    "Deployment",
    "PodMonitor",
  ]);
  const { spec } = objects[3];
  expect(spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
  const { volumes, containers } = spec.template.spec;
  const files = volumes.filter(({ name }: Json) => name.startsWith("files-"));
  expect(files).toEqual([
    { name: "files-0", persistentVolumeClaim: { claimName: expect.any(String), readOnly: true } },
  ]);
  expect(containers[0].volumeMounts).toContainEqual({ name: "files-0", mountPath: "/fsx", readOnly: true });
  expect(Object.keys(resources(json, CloudwatchLogGroup))).toEqual(["job_logs"]);
  const account = { namespace: "slurm", service_account: "railyard-job-logs" };
  expect(Object.values(resources(json, EksPodIdentityAssociation))).toContainEqual(expect.objectContaining(account));
});
