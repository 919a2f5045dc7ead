import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { blockOf, textOf, textsOf } from "../../attribute-values";
import { templateInUse } from "./eks-node-group-template";
import { invalidParameter } from "../../cloud/refusals";

const BLOCKS = "https://docs.aws.amazon.com/eks/latest/userguide/capacity-blocks-mng.html";
const SPOT = "https://github.com/hashicorp/terraform-provider-aws/issues/18025";
const RESERVATIONS = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-reservations.html";

/** What EKS refuses of where nodes are bought: on demand, as Spot, or ahead as a Capacity Block. */
export function refuseCapacity(group: Attributes, cloud: CloudApi): Refusal[] {
  const template = templateInUse(group, cloud);
  const capacity = textOf(group, "capacity_type");
  const market = textOf(blockOf(template, "instance_market_options"), "market_type") ?? "";
  const refusals: Refusal[] = [];
  if (market === "spot")
    refusals.push(
      invalidParameter(
        "Instance market options are not supported with the launch template: capacity_type SPOT asks for Spot",
        SPOT,
      ),
    );
  if (market === "capacity-block" && capacity !== "CAPACITY_BLOCK")
    refusals.push(
      invalidParameter(
        `capacity_type is ${capacity ?? "ON_DEMAND"} with a launch template for a Capacity Block`,
        BLOCKS,
      ),
    );
  if (capacity === "CAPACITY_BLOCK") refusals.push(...refuseBlock(group, template));
  return [...refusals, ...refuseZones(group, template, cloud)];
}

/** @param template null when none is given, or when another version of it is used than the one that is known */
function refuseBlock(group: Attributes, template: Attributes | null): Refusal[] {
  const given = blockOf(group, "launch_template") !== null;
  if (given && template === null) return [];
  const lacking = [
    ...(reservationOf(template) === null ? ["capacity_reservation_target.capacity_reservation_id"] : []),
    ...(textOf(blockOf(template, "instance_market_options"), "market_type") === "capacity-block"
      ? []
      : ["instance_market_options.market_type capacity-block"]),
    ...(textOf(template, "instance_type") ? [] : ["instance_type"]),
  ];
  if (lacking.length === 0) return [];
  return [invalidParameter(`capacity_type CAPACITY_BLOCK needs a launch template with ${lacking.join(", ")}`, BLOCKS)];
}

/** A reservation is in one zone: a block is only there, and of another one the nodes get nothing without that zone. */
function refuseZones(group: Attributes, template: Attributes | null, cloud: CloudApi): Refusal[] {
  const id = reservationOf(template);
  const reservation = ["aws_ec2_capacity_block_reservation", "aws_ec2_capacity_reservation"]
    .map((type) => (id === null ? undefined : cloud.get(type, id)))
    .find((each) => each !== undefined);
  const zone = textOf(reservation?.attributes ?? null, "availability_zone");
  if (zone === null) return [];
  const zones = textsOf(group, "subnet_ids").flatMap(
    (subnet) => textOf(cloud.get("aws_subnet", subnet)?.attributes ?? null, "availability_zone") ?? [],
  );
  const isBlock = textOf(group, "capacity_type") === "CAPACITY_BLOCK";
  const wrong = isBlock ? zones.some((each) => each !== zone) : zones.length > 0 && !zones.includes(zone);
  if (!wrong) return [];
  return [
    invalidParameter(
      `subnets are in ${[...new Set(zones)].join(", ")}, and reservation ${id} is in ${zone}`,
      isBlock ? BLOCKS : RESERVATIONS,
    ),
  ];
}

function reservationOf(template: Attributes | null): string | null {
  const target = blockOf(blockOf(template, "capacity_reservation_specification"), "capacity_reservation_target");
  return textOf(target, "capacity_reservation_id");
}
