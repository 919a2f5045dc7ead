import type { AwsConfig } from "../../../../config/sites/aws-eks/schema";
import type { NodeGroupConfig } from "../../../../config/sites/aws-eks/nodes/schema";
import { ec2Entries } from "../../../../config/sites/aws-eks/nodes/ec2-groups";

type Capacity = NodeGroupConfig["capacity"];
type Bound = Extract<Capacity, { zone: string }>;

/** Whether capacity is of one account and zone: no other environment has it unasked. */
export const isBound = (capacity: Capacity): capacity is Bound => "zone" in capacity;

/** Node groups whose capacity a fork must be given, by name. */
export function boundGroups(config: AwsConfig): [name: string, capacity: Bound, group: NodeGroupConfig][] {
  return ec2Entries(config).flatMap(([name, group]) =>
    isBound(group.capacity) ? [[name, group.capacity, group] as [string, Bound, NodeGroupConfig]] : [],
  );
}

/** `16 × p5.48xlarge in the reservation cr-… in us-east-1a` */
export function capacityText({ instanceType, nodes, capacity }: NodeGroupConfig): string {
  const many = `${typeof nodes === "number" ? nodes : nodes.max} × ${instanceType}`;
  switch (capacity.kind) {
    case "reservation":
      return `${many} in the reservation ${capacity.target} in ${capacity.zone}`;
    case "capacity-block":
      return `${many} in the Capacity Block ${capacity.id} in ${capacity.zone}`;
    default:
      return `${many}, ${capacity.kind}`;
  }
}
