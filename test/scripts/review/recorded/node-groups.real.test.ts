import { added, all, changed } from "../../../helpers/code-changes";
import { PRODUCTION } from "../../../helpers/recorded-bases";
import { recordedChanges } from "../../../helpers/recorded-changes";

const H100 = "nodes.aws_eks_node_group.group-h100_node-group";
const H200 = "nodes.aws_eks_node_group.group-h200_node-group";
const CPU = "nodes.aws_eks_node_group.group-cpu_node-group";
const TEMPLATE = "nodes.aws_launch_template.group-h100_launch-template";
const h100 = (group: object) => ({ nodeGroups: { h100: group } });

describe("a change of nodes", () => {
  recordedChanges(PRODUCTION, [
    {
      name: "more nodes",
      config: h100({ nodes: 20 }),
      verdict: "safe",
      findings: [
        ["stops", "info", /h100 .*grow/, /desired_size: 16 → 20/],
        ["capacity", "info", /192 GPUs → 224 GPUs/],
        ["capacity", "info", /76,800 Gbps → 89,600 Gbps/],
        ["money", "warning", /more: \$/],
      ],
    },
    {
      name: "another run",
      config: { owner: { run: "llm-70b" } },
      verdict: "safe",
      silent: true,
    },
    {
      name: "fewer nodes",
      config: h100({ nodes: 12 }),
      verdict: "needs-acknowledgement",
      dangers: [H100],
      findings: [
        ["stops", "danger", /4 nodes with 32 H100-80GB GPUs end/, /partition: train/, /vision/, /state=drain/],
        ["capacity", "warning", /192 GPUs → 160 GPUs/],
      ],
    },
    {
      name: "a smaller range of an autoscaler",
      config: { nodeGroups: { cpu: { nodes: { min: 0, max: 4 } } } },
      verdict: "needs-acknowledgement",
      dangers: [CPU],
      findings: [["stops", "danger", /if so many run/, /max_size: 8 → 4/]],
    },
    {
      name: "a newer machine image",
      config: h100({ image: { release: "1.35.8-20260923" } }),
      verdict: "needs-acknowledgement",
      dangers: [H100],
      findings: [
        [
          "stops",
          "danger",
          /rolls: 16 nodes with 128 H100-80GB GPUs/,
          /release_version: 1\.35\.7-20260820 → 1\.35\.8-20260923/,
          /16 steps for 16 nodes/,
          /what is bought and full has none to give/,
        ],
      ],
    },
    {
      name: "another instance type",
      config: h100({ instanceType: "p5en.48xlarge" }),
      verdict: "needs-acknowledgement",
      dangers: [H100],
      findings: [
        [
          "stops",
          "danger",
          /is replaced\. 16 nodes/,
          /cannot change in place: instance_types\[0\]: p5\.48xlarge → p5en\.48xlarge/,
        ],
        ["stops", "warning", /slurmd pods of h100 are made anew/],
        ["capacity", "info", /H100-80GB: 128 GPUs → none/],
      ],
    },
    {
      name: "another Capacity Block",
      config: {
        nodeGroups: { h200: { capacity: { id: "cr-0fedcba9876543210", start: "2026-11-20", end: "2026-12-18" } } },
      },
      verdict: "needs-acknowledgement",
      dangers: [H200],
      findings: [
        ["stops", "danger", /rolls: 8 nodes with 64 H200/, /cr-00112233445566778.* → .*cr-0fedcba9876543210/, /burst/],
      ],
    },
    {
      name: "another layout of EFA",
      config: h100({ fabric: { kind: "efa", layout: "max-ena" } }),
      verdict: "needs-acknowledgement",
      dangers: [H100],
      findings: [["stops", "danger", /rolls: 16 nodes/, /launch template: network_interfaces/]],
    },
    {
      name: "a script at first boot",
      config: h100({ bootScript: "sysctl -w net.core.somaxconn=4096" }),
      verdict: "needs-acknowledgement",
      dangers: [H100],
      findings: [
        ["stops", "danger", /rolls/, /user_data/],
        ["security", "warning", /run as root at their first boot/],
      ],
    },
    {
      name: "tags of instances, which are in the launch template",
      code: changed(TEMPLATE, ({ tag_specifications: specifications }) => {
        for (const { tags } of specifications) tags["railyard:cost-center"] = "cc-2001";
      }),
      verdict: "needs-acknowledgement",
      dangers: [H100],
      findings: [["stops", "danger", /rolls: 16 nodes/, /Only tags change/]],
    },
    {
      name: "old calls of the metadata service let through",
      code: changed(TEMPLATE, ({ metadata_options: options }) => {
        options.http_tokens = "optional";
      }),
      verdict: "needs-acknowledgement",
      dangers: [H100],
      findings: [
        ["security", "warning", /IMDSv1/],
        ["stops", "danger", /http_tokens: required → optional/],
      ],
    },
    {
      name: "a label of the team's own",
      config: h100({ labels: { "example.com/project": "vision" } }),
      verdict: "safe",
      findings: [["stops", "info", /labels come/]],
    },
    {
      name: "a group removed with its partition",
      config: { nodeGroups: { h200: null }, slurm: { partitions: { burst: null } } },
      verdict: "needs-acknowledgement",
      dangers: [H200, "slurm.config.slurm.partitions.burst", "slurm.helm_release.slurm_block-end_objects_release"],
      findings: [
        ["stops", "danger", /h200 is deleted\. 8 nodes with 64 H200-141GB GPUs/],
        ["stops", "warning", /Slurm no longer has the nodes of h200/],
        ["capacity", "warning", /192 GPUs → 128 GPUs/],
        ["money", "info", /is not known/],
      ],
    },
    {
      name: "a group added with a partition",
      config: {
        nodeGroups: { l40s: { instanceType: "g6e.12xlarge", nodes: 4, fabric: { kind: "none" }, zone: "us-east-1a" } },
        slurm: { partitions: { viz: { nodeGroups: ["l40s"] } } },
      },
      verdict: "safe",
      findings: [
        ["stops", "info", /l40s is made: 4 nodes with 16 L40S-48GB GPUs/],
        ["capacity", "info", /192 GPUs → 208 GPUs/],
      ],
    },
    {
      name: "a size of today under a schedule",
      code: all(
        changed(CPU, (group) => {
          delete group.lifecycle;
          group.scaling_config.desired_size = 3;
        }),
        added("nodes.aws_autoscaling_schedule.mornings", {
          scheduled_action_name: "mornings",
          autoscaling_group_name:
            "${aws_eks_node_group.group-cpu_node-group_B4E74AF4.resources[0].autoscaling_groups[0].name}",
          recurrence: "0 7 * * 1-5",
          min_size: 0,
          max_size: 8,
          desired_capacity: 3,
        }),
      ),
      verdict: "safe",
      silent: true,
    },
  ]);
});
