import type { ResolvedEnvironment } from "../../config/resolve";
import type { CloudObject } from "./cloud/cloud-api";

/** What an environment uses and others have made: it is there before the first stack, and stays after the last. */
export function adoptedObjects({ network, checkpoints }: ResolvedEnvironment): CloudObject[] {
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
  return objects;
}

const object = (type: string, id: string, attributes: CloudObject["attributes"]): CloudObject => ({
  type,
  id,
  attributes: { id, ...attributes },
});
