import { INSTANCE_REGION_SOURCE, offeredIn, placesOf } from "../../../facts/instance-regions";
import type { InstanceTypeName } from "../../../facts/instance-types";
import { isLocalZone } from "../../../facts/zones";
import type { ConfigPath } from "../../../kernel/issues";
import type { AwsEnvironment } from "../environment";
import type { AwsRule } from "../rule";
import { groupPath } from "../../../pools/written-groups";
import { ec2Groups } from "../nodes/ec2-groups";

/** Types, and where config names them. What stands in a Local Zone is left out: AWS lists Regions. */
function* typesOf(env: AwsEnvironment): Iterable<readonly [ConfigPath, InstanceTypeName]> {
  yield [["cluster", "systemNodes", "instanceType"], env.cluster.systemNodes.instanceType];
  for (const group of ec2Groups(env)) {
    if (group.machines.zones.every(isLocalZone)) continue;
    yield [groupPath(group, "instanceType"), group.machines.instanceType];
  }
}

/** Instance types against what AWS lists by Region. */
export const INSTANCE_REGION_RULES: readonly AwsRule[] = [
  {
    id: "capacity/type-in-region",
    title: "The Region has the instance types.",
    severity: "error",
    why: "EKS makes the node group, no instance starts, and after half an hour it has failed.",
    source: INSTANCE_REGION_SOURCE.url,
    *check({ env }) {
      for (const [path, type] of typesOf(env)) {
        if (offeredIn(env.region, type) !== false) continue;
        const places = placesOf(type);
        yield {
          path,
          message: `AWS lists no ${type} in ${env.region} (as of ${INSTANCE_REGION_SOURCE.asOf}); it does in ${places.join(", ") || "no Region"}`,
          fix: `take another type or Region; if AWS has it there by now (aws ec2 describe-instance-type-offerings --region ${env.region} --filters Name=instance-type,Values=${type}), name this rule in ignoreRules`,
        };
      }
    },
  },
];
