import type { AwsConfig } from "../../../config/sites/aws-eks/schema";
import type { NodeGroupConfig } from "../../../config/sites/aws-eks/nodes/schema";

type Capacity = NodeGroupConfig["capacity"];
type Bound = Extract<Capacity, { zone: string }>;

/** Whether capacity is of one account and zone: no other environment has it unasked. */
export const isBound = (capacity: Capacity): capacity is Bound => "zone" in capacity;

/** Node groups whose capacity a fork must be given, by name. */
export function boundGroups({ nodeGroups }: AwsConfig): [name: string, capacity: Bound][] {
  return Object.entries(nodeGroups).flatMap(([name, { capacity }]) =>
    isBound(capacity) ? [[name, capacity] as [string, Bound]] : [],
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
