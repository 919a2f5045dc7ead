import { INSTANCE_TYPES } from "../../../../config/facts/instance-types";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { isAttributes, type Attributes } from "../../value";
import { blockOf, blocksOf, numberOf, textsOf } from "../../attribute-values";
import { text } from "./ec2-arguments";
import { ec2Api, EC2_ERRORS, ec2Guide } from "./ec2-sources";
import { refuseTags } from "./ec2-tags";
import { refuseVolumes } from "./launch-template-volumes";
import { refuseTemplateInterfaces } from "./network-interfaces";
import { vpcOfGroup } from "./security-groups";

const DATA = ec2Api("RequestLaunchTemplateData");

/**
 * What EC2 refuses of a launch template, and of the instances that it describes. Of the latter EC2 only warns when
 * the template is made; no Terraform shows that, and every launch fails.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateLaunchTemplate.html
 */
export function refuseLaunch(object: Attributes, api: CloudApi): readonly Refusal[] {
  return [
    ...refuseTags(object["tags_all"]),
    ...refuseName(object),
    ...refuseUserData(object),
    ...refuseGroups(object, api),
    ...refuseMarket(object),
    ...refuseCpu(object),
    ...refuseTagSpecifications(object),
    ...refuseVolumes(object),
    ...refuseTemplateInterfaces(text(object, "instance_type"), blocksOf(object, "network_interfaces")),
  ];
}

function refuseName(object: Attributes): Refusal[] {
  const name = text(object, "name");
  if (name === null || /^[a-zA-Z0-9\-_./()]{3,128}$/.test(name)) return [];
  return [
    {
      code: "InvalidLaunchTemplateName.MalformedException",
      message: `name ${JSON.stringify(name)}; 3 to 128 letters, digits and -_./() are allowed`,
      source: EC2_ERRORS,
    },
  ];
}

function refuseUserData(object: Attributes): Refusal[] {
  const encoded = text(object, "user_data");
  if (encoded === null) return [];
  const source = ec2Guide("user-data");
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.toString("base64").replace(/=+$/, "") !== encoded.replace(/\s/g, "").replace(/=+$/, ""))
    return [{ code: "InvalidParameterValue", message: "user_data is not in base64", source }];
  if (bytes.length <= 16 * 1024) return [];
  const message = `user_data has ${bytes.length} bytes before encoding; ${16 * 1024} are allowed`;
  return [{ code: "InvalidParameterValue", message, source }];
}

function refuseGroups(object: Attributes, api: CloudApi): Refusal[] {
  const interfaces = blocksOf(object, "network_interfaces");
  const own = ["vpc_security_group_ids", "security_group_names"].filter((name) => textsOf(object, name).length > 0);
  const groups = [object, ...interfaces].flatMap((each) => [
    ...textsOf(each, "vpc_security_group_ids"),
    ...textsOf(each, "security_groups"),
  ]);
  const vpcs = [...new Set(groups.flatMap((id) => vpcOfGroup(id, api) ?? []))];
  return [
    ...(interfaces.length === 0 ? [] : own).map((name) =>
      combination(`${name} and network_interfaces; with interfaces the groups are named there`, DATA),
    ),
    ...(vpcs.length < 2
      ? []
      : [
          {
            code: "InvalidParameter",
            message: `security groups of ${vpcs.join(" and ")}; groups and subnet of an instance are of one VPC`,
            source: EC2_ERRORS,
          },
        ]),
  ];
}

/** Where the machines come from. */
function refuseMarket(object: Attributes): Refusal[] {
  const reservation = blockOf(object, "capacity_reservation_specification");
  const target = blockOf(reservation, "capacity_reservation_target");
  const market = blockOf(object, "instance_market_options");
  const refusals: Refusal[] = [];
  if (target !== null && text(reservation, "capacity_reservation_preference") !== null)
    refusals.push(
      combination(
        "capacity_reservation_preference and capacity_reservation_target; one of them is allowed",
        ec2Api("LaunchTemplateCapacityReservationSpecificationRequest"),
      ),
    );
  if (text(market, "market_type") !== "capacity-block") return [...refusals, ...refuseSpot(object, market)];
  const group = text(target, "capacity_reservation_resource_group_arn");
  if (text(target, "capacity_reservation_id") === null && group === null)
    refusals.push(
      combination(
        "market_type capacity-block without capacity_reservation_target; the block must be named",
        ec2Guide("capacity-blocks-launch"),
      ),
    );
  const type = text(object, "instance_type") ?? "";
  if (group !== null && INSTANCE_TYPES[type as keyof typeof INSTANCE_TYPES]?.purchase.capacityBlock === "instance")
    refusals.push(
      combination(
        `capacity_reservation_resource_group_arn with ${type}; only Capacity Blocks of UltraServers are in groups`,
        ec2Guide("ec2-capacity-blocks"),
      ),
    );
  return refusals;
}

function refuseSpot(object: Attributes, market: Attributes | null): Refusal[] {
  const behavior = text(blockOf(market, "spot_options"), "instance_interruption_behavior");
  const group = text(blockOf(object, "placement"), "group_name");
  if (group === null || (behavior !== "stop" && behavior !== "hibernate")) return [];
  return [
    combination(
      `Spot Instances that ${behavior} on interruption in placement group ${group}; only those that terminate can be`,
      ec2Guide("placement-groups"),
    ),
  ];
}

function refuseCpu(object: Attributes): Refusal[] {
  const options = blockOf(object, "cpu_options");
  const given = ["core_count", "threads_per_core"].filter((name) => (numberOf(options, name) ?? 0) > 0);
  if (given.length !== 1) return [];
  return [
    combination(
      `cpu_options has only ${given[0]}; core_count and threads_per_core go together`,
      ec2Api("LaunchTemplateCpuOptionsRequest"),
    ),
  ];
}

/** Types of resources that a launch makes and a template can tag. */
const TAGGABLE = ["instance", "volume", "network-interface", "spot-instances-request"];

function refuseTagSpecifications(object: Attributes): Refusal[] {
  const shown = text(blockOf(object, "metadata_options"), "instance_metadata_tags") === "enabled";
  return blocksOf(object, "tag_specifications").flatMap((specification) => {
    const type = text(specification, "resource_type") ?? "";
    const tags = specification["tags"];
    const keys = shown && type === "instance" && isAttributes(tags) ? Object.keys(tags) : [];
    return [
      ...refuseTags(tags),
      ...(TAGGABLE.includes(type)
        ? []
        : [
            {
              code: "InvalidParameterValue",
              message: `tag_specifications of ${type || "no type"}; ${TAGGABLE.join(", ")} are allowed`,
              source: ec2Api("LaunchTemplateTagSpecificationRequest"),
            },
          ]),
      ...keys
        .filter((key) => !/^[a-zA-Z0-9+\-=.,_:@]+$/.test(key) || [".", "..", "_index"].includes(key))
        .map((key) => ({
          code: "InvalidParameterValue",
          message: `tag key ${JSON.stringify(key)} cannot be shown in instance metadata; letters, digits and +-=.,_:@ can`,
          source: `${ec2Guide("Using_Tags")}#tag-restrictions`,
        })),
    ];
  });
}

const combination = (message: string, source: string): Refusal => ({
  code: "InvalidParameterCombination",
  message,
  source,
});
