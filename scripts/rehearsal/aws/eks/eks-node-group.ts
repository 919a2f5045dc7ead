import type { CloudApi, CloudObject } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import { mapBlocks } from "../../map-blocks";
import type { Attributes } from "../../value";
import { uuid } from "../api-ids";
import { blockOf, blocksOf, numberOf, textOf, textsOf } from "../../attribute-values";
import { refuseCapacity } from "./eks-node-group-capacity";
import { refuseNodeGroupLimits } from "./eks-node-group-limits";
import { refuseTemplate, templateOf } from "./eks-node-group-template";
import { refuseNodeVersion } from "./eks-node-group-version";
import { newName } from "../iam/iam-names";
import { releaseOf } from "./node-release";
import { refuseUntrusted } from "../iam/role-trust";
import { clusterVersion } from "./kubernetes-minor";

const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/eks";
const api = "https://docs.aws.amazon.com/eks/latest/APIReference";
const invalid = "InvalidParameterException";

export const EKS_NODE_GROUP_KINDS = knownKinds({
  aws_eks_node_group: {
    source: [
      `${provider}/node_group.go`,
      `${api}/API_CreateNodegroup.html`,
      `${api}/API_UpdateNodegroupVersion.html`,
      "https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html",
    ],
    computedBlocks: ["node_repair_config", "update_config"],
    // the version of the template changes in place, and nodes are rolled
    defaults: { "node_repair_config.enabled": false },
    unique: [
      {
        by: ["cluster_name", "node_group_name"],
        code: "ResourceInUseException",
        source: `${api}/API_CreateNodegroup.html`,
      },
    ],
    references: [
      {
        path: "cluster_name",
        to: ["aws_eks_cluster"],
        by: "name",
        missing: "ResourceNotFoundException",
        holds: "ResourceInUseException",
      },
      { path: "node_role_arn", to: ["aws_iam_role"], by: "arn", missing: invalid },
      { path: "subnet_ids", to: ["aws_subnet"], missing: invalid, holds: "DependencyViolation" },
      { path: "launch_template.id", to: ["aws_launch_template"], missing: invalid },
      { path: "launch_template.name", to: ["aws_launch_template"], by: "name", missing: invalid },
      { path: "remote_access.source_security_group_ids", to: ["aws_security_group"], missing: invalid },
    ],
    refuse: refuseNodeGroup,
    create,
    spawns,
  },
});

function refuseNodeGroup(group: Attributes, cloud: CloudApi, prior: Attributes | null): readonly Refusal[] {
  const china = cloud.partition === "aws-cn" ? ["ec2.amazonaws.com.cn"] : [];
  return [
    ...refuseNodeGroupLimits(group),
    ...refuseNodeVersion(group, cloud, prior),
    ...refuseTemplate(group, cloud, prior),
    ...refuseCapacity(group, cloud),
    ...refuseUntrusted(
      {
        roleArn: textOf(group, "node_role_arn") ?? "",
        services: ["ec2.amazonaws.com", ...china],
        actions: ["sts:AssumeRole"],
        message: "node_role_arn cannot be used by instances",
        source: "https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html",
      },
      cloud,
    ),
  ];
}

function create(group: Attributes, cloud: CloudApi): Attributes {
  const cluster = textOf(group, "cluster_name") ?? "";
  const prefix = textOf(group, "node_group_name_prefix");
  const name = textOf(group, "node_group_name") ?? newName({ name_prefix: prefix }, cloud);
  const digits = uuid(cloud, "node group");
  const template = templateOf(group, cloud)?.attributes ?? null;
  const ownImage = (textOf(template, "image_id") ?? "") !== "";
  const amiType = textOf(group, "ami_type") ?? (ownImage ? "CUSTOM" : "AL2023_x86_64_STANDARD");
  const version = textOf(group, "version") ?? clusterVersion(cluster, cloud);
  return {
    id: `${cluster}:${name}`,
    arn: cloud.arn("eks", `nodegroup/${cluster}/${name}/${digits}`),
    node_group_name: name,
    node_group_name_prefix: "",
    status: "ACTIVE",
    ami_type: amiType,
    capacity_type: "ON_DEMAND",
    // what a template says is not said again
    disk_size: template ? null : 20,
    instance_types: textOf(template, "instance_type") ? null : ["t3.medium"],
    version,
    release_version: textOf(template, "image_id") || releaseOf(amiType, version),
    launch_template: mapBlocks(group, "launch_template", (block) => ({
      ...block,
      id: textOf(template, "id"),
      name: textOf(template, "name"),
    })),
    resources: [
      {
        autoscaling_groups: [{ name: `eks-${name}-${digits}` }],
        remote_access_security_group_id: blockOf(group, "remote_access") ? `sg-${cloud.hex(17, "remote access")}` : "",
      },
    ],
  };
}

/** The Auto Scaling group that EKS runs the nodes in, which schedules name. */
function spawns(group: Attributes, cloud: CloudApi): CloudObject[] {
  const scaling = blockOf(group, "scaling_config");
  return autoScalingGroupsOf(group).map((name) => ({
    type: "aws_autoscaling_group",
    id: name,
    attributes: {
      id: name,
      arn: cloud.arn(
        "autoscaling",
        `autoScalingGroup:${uuid(cloud, "auto scaling group")}:autoScalingGroupName/${name}`,
      ),
      name,
      min_size: numberOf(scaling, "min_size"),
      max_size: numberOf(scaling, "max_size"),
      desired_capacity: numberOf(scaling, "desired_size"),
      vpc_zone_identifier: textsOf(group, "subnet_ids"),
    },
  }));
}

function autoScalingGroupsOf(group: Attributes): string[] {
  return blocksOf(group, "resources").flatMap((resources) =>
    blocksOf(resources, "autoscaling_groups").map((each) => textOf(each, "name") ?? ""),
  );
}
