import { changed, all } from "../../../helpers/code-changes";
import { DEVELOPMENT, PRODUCTION } from "../../../helpers/recorded-bases";
import { recordedChanges } from "../../../helpers/recorded-changes";

const CLUSTER = "cluster.aws_eks_cluster.cluster";
const SYSTEM = "cluster.aws_eks_node_group.system_nodes";
const groups = (...names: string[]) => names.map((name) => `nodes.aws_eks_node_group.group-${name}_node-group`);

describe("a change of the cluster", () => {
  recordedChanges(PRODUCTION, [
    { name: "nothing", verdict: "safe", silent: true },
    {
      name: "the next version of Kubernetes",
      config: { cluster: { version: "1.36" } },
      verdict: "needs-acknowledgement",
      // h100 has an image of its own, and stays on it
      dangers: [CLUSTER, ...groups("h200", "cpu")],
      findings: [
        ["stops", "danger", /is upgraded/, /version: 1\.35 → 1\.36/],
        ["stops", "warning", /\(system\) rolls: 3 nodes/],
        ["stops", "warning", /add-on kube-proxy/],
      ],
    },
    {
      name: "two versions at once, which AWS refuses",
      config: { cluster: { version: "1.37" } },
      verdict: "broken",
      dangers: [CLUSTER],
      problems: [/one minor at a time/],
    },
    {
      name: "the Kubernetes API open to everybody",
      config: { cluster: { endpoint: { kind: "public-and-private", allowedCidrs: ["0.0.0.0/0"] } } },
      verdict: "needs-acknowledgement",
      dangers: [CLUSTER],
      findings: [["security", "danger", /everybody on the internet: 0\.0\.0\.0\/0/, /from inside the VPC only/]],
    },
    {
      name: "the Kubernetes API open to an office",
      config: { cluster: { endpoint: { kind: "public-and-private", allowedCidrs: ["52.95.4.0/28"] } } },
      verdict: "safe",
      findings: [["security", "warning", /addresses on the internet: 52\.95\.4\.0\/28/]],
    },
    {
      name: "protection taken away",
      config: { cluster: { deletionProtection: false } },
      verdict: "needs-acknowledgement",
      dangers: [CLUSTER],
      findings: [["lost", "danger", /loses its protection/]],
    },
    {
      name: "logs kept for a shorter time",
      config: { cluster: { logDays: 30 } },
      verdict: "needs-acknowledgement",
      dangers: ["cluster.aws_cloudwatch_log_group.cluster_logs"],
      findings: [["lost", "danger", /retention_in_days: 90 → 30/]],
    },
    {
      name: "an add-on with another version",
      code: changed("cluster.aws_eks_addon.addons-before-nodes_vpc-cni_addon", (addon) => {
        addon.addon_version = "v1.24.0-eksbuild.1";
      }),
      verdict: "safe",
      findings: [["stops", "warning", /vpc-cni changes/, /v1\.24\.0-eksbuild\.1/]],
    },
    {
      name: "one administrator more",
      config: {
        cluster: {
          admins: ["arn:aws:iam::111122223333:role/platform-admin", "arn:aws:iam::111122223333:role/on-call"],
        },
      },
      verdict: "needs-acknowledgement",
      dangers: ["cluster.aws_eks_access_policy_association.cluster_admin-role-on-call_policy"],
      findings: [["security", "danger", /role\/on-call becomes administrator of the whole cluster/]],
    },
    {
      name: "tags of what runs nothing",
      code: all(
        changed("storage.aws_s3_bucket.checkpoints", (bucket) => {
          bucket.tags = { purpose: "checkpoints" };
        }),
        changed("storage.aws_kms_key.storage_key", (key) => {
          key.tags = { ...key.tags, purpose: "checkpoints" };
        }),
      ),
      verdict: "safe",
      silent: true,
    },
  ]);
});

describe("a change of the network", () => {
  recordedChanges(PRODUCTION, [
    {
      name: "another block for the VPC, in which all stands",
      config: { network: { cidr: "10.64.0.0/16" } },
      verdict: "broken",
      dangers: [
        "network.aws_vpc.vpc",
        "network.aws_security_group.efa",
        ...["private", "public"].flatMap((tier) =>
          ["us-east-1a", "us-east-1b"].map((zone) => `network.aws_subnet.vpc_subnet-${tier}-${zone}`),
        ),
      ],
      problems: [/DependencyViolation/],
      findings: [["stops", "danger", /Subnet .* is made anew/, /cidr_block/]],
    },
    {
      name: "a zone at the end, which gets subnets for nodes alone",
      config: { network: { zones: ["us-east-1a", "us-east-1b", "us-east-1c"] } },
      verdict: "safe",
    },
    {
      name: "another zone for the cluster, which AWS refuses",
      config: {
        network: { zones: ["us-east-1a", "us-east-1b", "us-east-1c"] },
        cluster: { zones: ["us-east-1a", "us-east-1b", "us-east-1c"] },
      },
      verdict: "broken",
      dangers: [SYSTEM],
      problems: [/they must be in exactly those of before/],
      findings: [["stops", "warning", /other subnets: AWS refuses/]],
    },
  ]);

  recordedChanges(DEVELOPMENT, [
    {
      name: "a NAT gateway in each zone",
      config: { network: { nat: "per-zone" } },
      verdict: "safe",
      findings: [["money", "info", /more/]],
    },
    {
      name: "the Kubernetes API closed",
      config: { cluster: { endpoint: { kind: "private" } } },
      verdict: "safe",
      findings: [["security", "info", /closed to 198\.18\.0\.0\/28/]],
    },
    {
      name: "flow logs switched off",
      config: { network: { flowLogDays: 0 } },
      verdict: "needs-acknowledgement",
      dangers: ["network.aws_cloudwatch_log_group.flow_logs", "network.aws_flow_log.flow-logs_flow-log"],
      findings: [["security", "danger", /no longer written down/]],
    },
    {
      name: "monitoring switched on",
      config: { monitoring: { enabled: true } },
      verdict: "needs-acknowledgement",
      dangers: ["platform.helm_release.monitoring_chart_release"],
      findings: [
        ["stops", "warning", /Slurm's controller/],
        ["security", "danger", /pods have \/var\/lib\/railyard-telemetry of their node/],
      ],
    },
  ]);
});
