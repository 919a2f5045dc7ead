import type { Refusal, KindRow } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { numberOf } from "../../attribute-values";
import { text } from "./ec2-arguments";
import { ec2Id } from "./ec2-ids";
import { ec2Api, EC2_ERRORS, ec2Guide, ec2Provider } from "./ec2-sources";
import { refuseTags } from "./ec2-tags";

const PLACEMENT_GROUP: KindRow = {
  source: [ec2Provider("ec2_placement_group"), ec2Api("CreatePlacementGroup"), ec2Guide("placement-strategies")],
  unique: [{ by: ["name"], code: "InvalidPlacementGroup.Duplicate", source: EC2_ERRORS }],
  refuse: (object) => [...refuseTags(object["tags_all"]), ...refuseName(object), ...refuseStrategy(object)],
  create: (object, api) => ({
    // groups are known by name, whatever id they have
    id: text(object, "name"),
    placement_group_id: ec2Id("pg", api),
    arn: api.arn("ec2", `placement-group/${text(object, "name")}`),
    partition_count: 0,
    spread_level: object["strategy"] === "spread" ? "rack" : "",
  }),
};

function refuseName(object: Attributes): Refusal[] {
  const name = text(object, "name") ?? "";
  // printable ASCII: from space to tilde
  if (/^[ -~]{1,255}$/.test(name)) return [];
  return [invalid(`name ${JSON.stringify(name)}; 1 to 255 ASCII characters are allowed`)];
}

function refuseStrategy(object: Attributes): Refusal[] {
  const strategy = text(object, "strategy");
  const partitions = numberOf(object, "partition_count") ?? 0;
  const refusals: Refusal[] = [];
  if (partitions > 0 && strategy !== "partition")
    refusals.push(invalid(`partition_count ${partitions} is for the strategy partition, not for ${strategy}`));
  if (partitions > 7)
    refusals.push({
      ...invalid(`partition_count ${partitions}; up to 7 are allowed`),
      source: ec2Guide("placement-strategies"),
    });
  return refusals;
}

const invalid = (message: string): Refusal => ({
  code: "InvalidParameterValue",
  message,
  source: ec2Api("CreatePlacementGroup"),
});

export const PLACEMENT_KINDS = knownKinds({ aws_placement_group: PLACEMENT_GROUP });
