import { GUARD } from "../../../constructs/core/data-guard";
import { STATEFUL } from "../../catalog/stateful";
import type { ReviewedChange } from "../changes/resource-changes";
import { fileSystemGoes } from "./file-systems";
import { tell, fullAddress, type Scene, type Told } from "./scene";
import { twinOf } from "./twins";
import { capital, thing, whyLines } from "./words";

/** Types of which nothing goes but a setting or a name; what that setting does is told by who knows it. */
const NOTHING_GOES: ReadonlySet<string> = new Set([
  ...["aws_autoscaling_schedule", "aws_budgets_budget", "aws_ce_anomaly_monitor", "aws_ce_anomaly_subscription"],
  ...["aws_cloudwatch_event_rule", "aws_cloudwatch_event_target", "aws_cloudwatch_metric_alarm"],
  ...["aws_default_security_group", "aws_eks_access_policy_association", "aws_flow_log", "aws_kms_alias"],
  // what runs keeps the template and the placement that it was started with
  ...[
    "aws_launch_template",
    "aws_placement_group",
    "aws_sns_topic",
    "aws_sns_topic_policy",
    "aws_sns_topic_subscription",
  ],
  ...["aws_s3_bucket_lifecycle_configuration", "aws_s3_bucket_notification", "aws_s3_bucket_ownership_controls"],
  ...["aws_s3_bucket_policy", "aws_s3_bucket_public_access_block", "aws_s3_bucket_versioning"],
  ...["aws_s3_bucket_server_side_encryption_configuration", "aws_vpc_security_group_egress_rule"],
  ...["aws_vpc_security_group_ingress_rule", "aws_security_group_rule", "aws_iam_policy"],
]);

/** A value in a state, which is nothing outside of it; the list of what a stack protects is more. */
const isValue = ({ type, address }: ReviewedChange): boolean =>
  type === GUARD.type && !address.startsWith(`${GUARD.type}.${GUARD.name}`);

/** What goes and is on no list: nobody here knows what goes with it, so somebody has to say that it is meant. */
export function unlisted(scene: Scene, told: readonly Told[]): Told[] {
  const known = new Set(told.flatMap(({ severity, address }) => (severity === "info" ? [] : (address ?? []))));
  return scene.changes.flatMap((change) => {
    const { type, action } = change;
    if (action !== "delete" && action !== "replace") return [];
    if (NOTHING_GOES.has(type) || isValue(change) || type in STATEFUL || known.has(fullAddress(change))) return [];
    if (twinOf(change, scene) || fileSystemGoes(change, scene)) return [];
    const how = action === "delete" ? "is destroyed" : "is destroyed and made anew";
    return [
      tell("lost", "danger", change, {
        title: `${capital(thing(change))} ${how}: what goes with a resource of this type is not known here.`,
        details: whyLines(change),
      }),
    ];
  });
}
