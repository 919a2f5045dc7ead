import { PLATFORM_RULES } from "../../../config/platform/rules";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const values = (helmValues: object) => ({ platform: { helmValues } });
const grafana = (more: object) => values({ "kube-prometheus-stack": { grafana: more } });
const grafanaPath = ["platform", "helmValues", "kube-prometheus-stack", "grafana"];
const lone = (chart: string, change: object = {}) => ({ ...values({ [chart]: { a: "b" } }), ...change });

/** Made up here, and put together at run time so that scanners of secrets leave this file alone. */
const SECRETS: Readonly<Record<string, string>> = {
  "an AWS access key": `AKIA${"Q".repeat(16)}`,
  "a private key": `-----BEGIN OPENSSH ${"PRIVATE"} KEY-----\nabc`,
  "a GitHub token": `ghp_${"a".repeat(36)}`,
  "a GitLab token": `glpat-${"a".repeat(20)}`,
  "a Slack token": `xoxb-${"1".repeat(12)}`,
  "a Hugging Face token": `hf_${"a".repeat(34)}`,
  "an NVIDIA key": `nvapi-${"a".repeat(40)}`,
  "a JSON web token": `eyJ${"a".repeat(12)}.eyJ${"b".repeat(12)}.c`,
  "a password in a URL": `postgres://slurm:${"hunter2"}@db/acct`,
};

ruleCases(PLATFORM_RULES, {
  "platform/helm-value-secret": {
    severity: "error",
    trips: [
      ...Object.entries(SECRETS).map(([kind, secret]) => ({
        when: kind,
        change: grafana({ extra: ["x", { text: `before ${secret}` }] }),
        at: [...grafanaPath, "extra", 1, "text"],
        message: [kind],
        fix: ["Kubernetes Secret"],
      })),
      ...["adminPassword", "auth_token", "apiKey", "client-secret", "secretAccessKey", "passphrase"].map((key) => ({
        when: `the key ${key}`,
        change: grafana({ [key]: "hunter2" }),
        at: [...grafanaPath, key],
        message: ["a secret by its key"],
      })),
      {
        when: "an environment variable",
        change: grafana({ env: [{ name: "DB_PASSWORD", value: "hunter2" }] }),
        at: [...grafanaPath, "env", 0, "value"],
        message: ["a secret by its name"],
      },
    ],
    passes: (
      [
        ["the name of a Secret", { admin: { existingSecret: "grafana-admin", passwordKey: "admin-password" } }],
        ["a reference to a key", { passwordKeyRef: { name: "db", key: "password" } }],
        ["what is filled in later", { adminPassword: "${ADMIN}", token: "{{ .Values.token }}", apiKey: "$__env{KEY}" }],
        ["an empty password", { adminPassword: "" }],
        ["a switch", { automountServiceAccountToken: false }],
        ["a variable from a Secret", { env: [{ name: "DB_PASSWORD", valueFrom: { secretKeyRef: { name: "db" } } }] }],
        ["an address", { url: "https://prometheus.example.com:9090/api" }],
      ] as const
    ).map(([when, more]) => ({ when, change: grafana(more) })),
  },
  "platform/values-for-absent-chart": {
    severity: "warning",
    trips: [
      ...(
        [
          ["gpu-operator", { gpu: { operator: false } }, "gpu.operator is false"],
          ["gpu-operator", { nodeGroups: { h100: null } }, "there is no GPU group"],
          ["dra-driver-nvidia-gpu", {}, "no group is allocated by dra"],
          ["dra-driver-nvidia-gpu", { nodeGroups: { h100: null } }, "there is no GPU group"],
          ["aws-efa-k8s-device-plugin", { gpu: { allocation: "dra" } }, "all groups are allocated by dra"],
          ["aws-efa-k8s-device-plugin", { nodeGroups: { h100: null } }, "no node group has EFA"],
          ["aws-dranet", {}, "no group is allocated by dra"],
          ["aws-dranet", { nodeGroups: { h100: null } }, "no node group has EFA"],
          ["kube-prometheus-stack", { monitoring: { enabled: false } }, "monitoring.enabled is false"],
          ["aws-fsx-csi-driver", { lustre: null }, "there is no lustre"],
          ["aws-mountpoint-s3-csi-driver", {}, "checkpoints.mountpoint is not true"],
          ["slurm", { slurm: null }, "there is no slurm"],
          ["slurm-operator", { slurm: null }, "there is no slurm"],
          ["slurm-operator-crds", { slurm: null }, "there is no slurm"],
          ["mariadb-operator", { slurm: null }, "there is no slurm"],
          [
            "mariadb-operator",
            { slurm: { accounting: { kind: "external", host: "db", secretName: "db" } } },
            "slurm.accounting is external",
          ],
        ] as const
      ).map(([chart, change, reason]) => ({
        when: `${chart}: ${reason}`,
        change: lone(chart, change),
        at: ["platform", "helmValues", chart],
        message: [chart, reason],
      })),
      {
        when: "aws-load-balancer-controller",
        change: {
          platform: { loadBalancerController: false, helmValues: { "aws-load-balancer-controller": { a: "b" } } },
        },
        at: ["platform", "helmValues", "aws-load-balancer-controller"],
        message: ["platform.loadBalancerController is false"],
      },
    ],
    passes: [
      ...[
        "gpu-operator",
        "aws-efa-k8s-device-plugin",
        "aws-load-balancer-controller",
        "kube-prometheus-stack",
        "aws-fsx-csi-driver",
        "slurm",
        "mariadb-operator",
        "slurm-operator",
      ].map((chart) => ({ when: chart, change: lone(chart) })),
      {
        when: "DRA",
        change: { gpu: { allocation: "dra" }, ...values({ "aws-dranet": {}, "dra-driver-nvidia-gpu": {} }) },
      },
      {
        when: "a mount of the bucket",
        change: lone("aws-mountpoint-s3-csi-driver", { checkpoints: { mountpoint: true } }),
      },
    ],
  },
  "platform/dead-helm-value": {
    severity: "warning",
    trips: [
      {
        when: "a key of the GPU Operator",
        change: values({ "gpu-operator": { cdi: { default: true } } }),
        at: ["platform", "helmValues", "gpu-operator", "cdi", "default"],
        message: ["gpu-operator does not read cdi.default"],
      },
    ],
    passes: [
      {
        when: "keys that are read",
        change: values({ "gpu-operator": { cdi: { enabled: true } } }),
      },
    ],
  },
});

test("a secret is never told again", () => {
  const found = Object.values(SECRETS).flatMap((secret) =>
    violations(ruleOf(PLATFORM_RULES, "platform/helm-value-secret"), grafana({ text: secret })),
  );
  expect(found).toHaveLength(Object.keys(SECRETS).length);
  for (const secret of Object.values(SECRETS)) expect(JSON.stringify(found)).not.toContain(secret);
});
