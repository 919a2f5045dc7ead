import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type {
  Acknowledgement,
  AttributeChange,
  Finding,
  ResourceChange,
  Review,
  Shown,
} from "../../scripts/review/model";
import { sample, type Change } from "./environment";

/** A value that is shown; undefined is one that is not set. */
export const shown = (value: unknown): Shown => (value === undefined ? { kind: "absent" } : { kind: "value", value });

export const attribute = (path: string, before: unknown, after: unknown): AttributeChange => ({
  path,
  before: shown(before),
  after: shown(after),
});

/** A change of one resource; it is an update unless told otherwise. */
export function change(
  stack: string,
  address: string,
  { reasons = [], attributes = [], ...more }: Partial<ResourceChange> = {},
): ResourceChange {
  return {
    stack,
    address,
    type: address.split(".")[0] ?? "",
    action: "update",
    reasons,
    attributes: [...reasons, ...attributes],
    createBeforeDestroy: false,
    before: {},
    after: {},
    ...more,
  };
}

export const finding = (given: Partial<Finding> & Pick<Finding, "section">): Finding => ({
  severity: "info",
  title: "Something is told.",
  details: [],
  ...given,
});

export const ACKNOWLEDGEMENT: Acknowledgement = {
  from: "acknowledgements/move-lustre.yaml",
  by: "Ada Lovelace <ada@example.com>",
  address: "sample-storage.aws_fsx_lustre_file_system.lustre",
  danger: "3f0c9a51b7e2",
  reason: "Its checkpoints are all in S3, and nobody uses it this week.",
  expires: "2026-12-01",
};

/** A review of nothing, with what a test is about. */
export const review = (given: Partial<Review> = {}): Review => ({
  environment: "sample",
  asked: "rehearsal",
  verdict: "safe",
  problems: [],
  findings: [],
  tables: [],
  config: [],
  rest: [],
  counts: { create: 0, update: 0, replace: 0, delete: 0 },
  noise: 0,
  before: null,
  after: null,
  changes: [],
  ...given,
});

/** The sample environment before and after a change of its config. */
export function environments(after: Change, before: Change = {}): { before: AwsEnvironment; after: AwsEnvironment } {
  return { before: sample(before).env, after: sample(after).env };
}

const lustre = change("sample-storage", "aws_fsx_lustre_file_system.lustre", {
  action: "replace",
  reasons: [attribute("subnet_ids[0]", "subnet-0aaa", "subnet-0bbb")],
  attributes: [attribute("storage_capacity", 38400, 57600)],
});
const group = change("sample-nodes", "aws_eks_node_group.group-h100_node-group_A66076D2", {
  action: "replace",
  reasons: [attribute("instance_types[0]", "p5.48xlarge", "p5en.48xlarge")],
});
const template = change("sample-nodes", "aws_launch_template.group-h100_launch-template_8C376FB5", {
  attributes: [
    {
      ...attribute("user_data", "…", "…"),
      lines: ["-modprobe lnet", "+modprobe lnet networks=efa", "+echo '</script><b>not bold</b>'"],
    },
    { path: "latest_version", before: shown(3), after: { kind: "unknown" } },
  ],
});
const ingress = ["from-members", "api-from-10200-16", "in-efa"].map((name) =>
  change("sample-network", `aws_vpc_security_group_ingress_rule.${name}_2A5FFD35`, {
    action: "create",
    before: null,
    attributes: [attribute("cidr_ipv4", undefined, "10.20.0.0/16"), attribute("from_port", undefined, 988)],
  }),
);
const secret = change("sample-platform", "helm_release.monitoring_chart_release_8C41BED1", {
  attributes: [
    { path: "values[0] grafana.adminPassword", before: { kind: "secret" }, after: { kind: "secret" } },
    attribute("version", "75.1.0", "76.0.0"),
  ],
});

/** A review with something in every section: a file system lost, nodes replaced, SSH open, a chart newer. */
export function fullReview(given: Partial<Review> = {}): Review {
  return review({
    verdict: "needs-acknowledgement",
    findings: [
      finding({
        section: "lost",
        severity: "danger",
        title: "The Lustre file system is replaced, and the 38,400 GiB on it are lost.",
        details: [
          "A file system cannot move to another subnet: AWS makes an empty one and deletes the old.",
          "What is not exported to s3://sample-checkpoints-111122223333-us-east-1 has no copy.",
        ],
        address: "sample-storage.aws_fsx_lustre_file_system.lustre",
        danger: "a1f09c33be07",
      }),
      finding({
        section: "stops",
        severity: "danger",
        title: "Node group h100 is replaced: 4 nodes with 32 H100 stop.",
        details: [
          "Jobs of partition train end; team vision has no GPUs until the new nodes have joined, about 20 minutes.",
        ],
        safer: [
          {
            text: "Drain its nodes.",
            command: "scontrol update nodename=h100-[0-3] state=drain reason='h100 <changes>'",
          },
          { text: "Wait until this prints nothing.", command: "squeue -h -p train -t running" },
          { text: "Apply sample-nodes alone." },
        ],
        address: "sample-nodes.aws_eks_node_group.group-h100_node-group_A66076D2",
        acknowledged: { ...ACKNOWLEDGEMENT, address: "sample-nodes.aws_eks_node_group.group-h100_node-group_A66076D2" },
      }),
      finding({ section: "capacity", title: "EFA grows from 3,200 to 3,200 Gbps a node." }),
      finding({
        section: "money",
        severity: "warning",
        title: "The price of p5en.48xlarge is not known in us-east-1.",
      }),
      finding({
        section: "security",
        severity: "warning",
        title: "SSH on the login nodes opens to everybody (0.0.0.0/0).",
        details: ["Before, 10.0.0.0/8 could reach them."],
        address: "sample-slurm.helm_release.slurm_chart_release_C8F0B848",
      }),
    ],
    tables: [
      {
        section: "capacity",
        title: "Capacity and speed",
        rows: [
          { label: "GPUs", before: "32 H100", after: "32 H200", changed: true },
          { label: "EFA, h100", before: "3,200 Gbps", after: "3,200 Gbps", changed: false },
          { label: "Lustre", before: "9.6 GB/s", after: "14.4 GB/s", delta: "+4.8 GB/s", changed: true },
          { label: "Partition train", before: "4 nodes", after: "4 nodes", changed: false },
        ],
        notes: ["At the size that config allows."],
      },
      {
        section: "money",
        title: "USD per hour",
        rows: [
          { label: "node group h100", before: "220.16", after: null, changed: true },
          { label: "Lustre", before: "8.28", after: "12.42", delta: "+4.14", changed: true },
          { label: "EKS control plane", before: "0.10", after: "0.10", changed: false },
        ],
        notes: ["List prices. S3, traffic and logs are not in them."],
      },
    ],
    config: [
      {
        path: "nodeGroups.h100.instanceType",
        before: '"p5.48xlarge"',
        after: '"p5en.48xlarge"',
        policy: "replaces",
        note: "The group is made anew: its jobs end.",
      },
      { path: "lustre.capacityGiB", before: "38400", after: "57600", policy: "in-place" },
      { path: "lustre.zone", before: null, after: '"us-east-1b"', policy: "forbidden" },
    ],
    rest: [
      { title: "aws_vpc_security_group_ingress_rule: 3 created", changes: ingress },
      { title: "helm_release: 1 changed", changes: [secret] },
      { title: "aws_launch_template: 1 changed", changes: [template] },
    ],
    counts: { create: 3, update: 2, replace: 2, delete: 0 },
    noise: 41,
    changes: [lustre, group, template, ...ingress, secret],
    ...environments(FULL_CHANGE),
    ...given,
  });
}

/** The change of config behind {@link fullReview}: every kind of mark comes up in the drawing. */
export const FULL_CHANGE: Change = {
  nodeGroups: {
    h100: { instanceType: "p5en.48xlarge", nodes: 6 },
    cpu: null,
    inference: { instanceType: "g6e.48xlarge", nodes: { min: 1, max: 4 }, zone: "us-east-1b" },
  },
  lustre: { capacityGiB: 57600, zone: "us-east-1b" },
  slurm: { partitions: { serve: { nodeGroups: ["inference"] } } },
};
