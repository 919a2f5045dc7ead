import { CHARTS, type ChartName } from "../../../config/facts/versions";
import { absence, installs } from "../../../config/components/charts";
import { sample, type Change } from "../../helpers/environment";

const reason = (chart: ChartName, change: Change = {}) => absence(sample(change).env, chart);

test.each<[ChartName, Change, string | null]>([
  ["gpu-operator", {}, null],
  ["gpu-operator", { gpu: { operator: false } }, "gpu.operator is false"],
  ["gpu-operator", { nodeGroups: { h100: null } }, "there is no GPU group"],
  ["aws-efa-k8s-device-plugin", {}, null],
  ["aws-efa-k8s-device-plugin", { gpu: { allocation: "dra" } }, "all groups are allocated by dra"],
  ["aws-efa-k8s-device-plugin", { nodeGroups: { h100: { fabric: { kind: "none" } } } }, "no node group has EFA"],
  ["aws-dranet", {}, "no group is allocated by dra"],
  ["aws-dranet", { gpu: { allocation: "dra" } }, null],
  ["dra-driver-nvidia-gpu", { gpu: { allocation: "dra" } }, null],
  ["dra-driver-nvidia-gpu", { gpu: { allocation: "dra" }, nodeGroups: { h100: null } }, "there is no GPU group"],
  ["aws-load-balancer-controller", {}, null],
  [
    "aws-load-balancer-controller",
    { platform: { loadBalancerController: false } },
    "platform.loadBalancerController is false",
  ],
  ["kube-prometheus-stack", { monitoring: { enabled: false } }, "monitoring.enabled is false"],
  ["prometheus-operator-crds", {}, null],
  ["prometheus-yet-another-cloudwatch-exporter", {}, null],
  ["prometheus-yet-another-cloudwatch-exporter", { lustre: null }, null],
  [
    "prometheus-yet-another-cloudwatch-exporter",
    { lustre: null, network: { nat: "none", endpoints: "all" } },
    "there is no lustre, no NAT gateway of its own, no second copy of checkpoints, and no checkpoints.requestMetrics",
  ],
  [
    "prometheus-yet-another-cloudwatch-exporter",
    {
      lustre: null,
      network: { nat: "none", endpoints: "all" },
      checkpoints: {
        replicateTo: {
          bucket: "copies",
          region: "us-west-2",
          kmsKeyArn: "arn:aws:kms:us-west-2:111122223333:key/11111111-2222-3333-4444-555555555555",
        },
      },
    },
    null,
  ],
  ["prometheus-yet-another-cloudwatch-exporter", { monitoring: { enabled: false } }, "monitoring.enabled is false"],
  ["aws-fsx-csi-driver", { lustre: null }, "there is no lustre"],
  ["aws-mountpoint-s3-csi-driver", {}, "checkpoints.mountpoint is not true"],
  ["aws-mountpoint-s3-csi-driver", { checkpoints: { mountpoint: true } }, null],
  ["cert-manager", { slurm: null }, "there is no slurm"],
  ["slurm", {}, null],
  ["mariadb-operator", {}, null],
  [
    "mariadb-operator",
    { slurm: { accounting: { kind: "external", host: "db", secretName: "db" } } },
    "slurm.accounting is external",
  ],
])("%s with %j: %s", (chart, change, expected) => expect(reason(chart, change)).toBe(expected));

test("a chart is installed where nothing speaks against it", () => {
  const { env } = sample();
  for (const chart of Object.keys(CHARTS) as ChartName[])
    expect(installs(env, chart)).toBe(absence(env, chart) === null);
});
