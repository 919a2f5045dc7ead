import { isOnAws } from "../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../config/sites/environment";
import type { CloudObject } from "./cloud/cloud-api";
import { ec2Groups } from "../../config/sites/aws-eks/nodes/ec2-groups";

/** What an environment uses and others have made: it is there before the first stack, and stays after the last. */
export function adoptedObjects(env: SiteEnvironment): CloudObject[] {
  if (!isOnAws(env)) return [];
  const { network, checkpoints, nodeGroups, governance } = env;
  const { vpcId, cidr } = network;
  const objects: CloudObject[] = [];
  if (vpcId !== null)
    // EKS nodes need both settings, and the config asks whoever adopts a VPC to have them on
    objects.push(object("aws_vpc", vpcId, { cidr_block: cidr, enable_dns_support: true, enable_dns_hostnames: true }));
  for (const { id, zone, cidr: block } of network.subnets)
    if (id !== null)
      objects.push(object("aws_subnet", id, { vpc_id: vpcId, availability_zone: zone, cidr_block: block }));
  if (checkpoints?.bucket.kind === "existing") {
    const { name, kmsKeyArn } = checkpoints.bucket;
    objects.push(object("aws_s3_bucket", name, { bucket: name }));
    if (kmsKeyArn !== null) objects.push(object("aws_kms_key", kmsKeyArn, { arn: kmsKeyArn }));
  }
  for (const {
    machines: { placement },
  } of ec2Groups({ nodeGroups }))
    // the group that a reservation was made in
    if (placement.kind === "named")
      objects.push(object("aws_placement_group", placement.name, { name: placement.name, strategy: "cluster" }));
  for (const { anomalyMonitor: arn } of governance?.budgets ?? [])
    if (arn !== null) objects.push(object("aws_ce_anomaly_monitor", arn, { arn }));
  if (governance?.topic.kind === "existing")
    objects.push(object("aws_sns_topic", governance.topic.arn, { arn: governance.topic.arn }));
  return objects;
}

const object = (type: string, id: string, attributes: CloudObject["attributes"]): CloudObject => ({
  type,
  id,
  attributes: { id, ...attributes },
});
