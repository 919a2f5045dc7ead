import type { ReviewedChange } from "../changes/resource-changes";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { capital, changeText, listOf, recordOf, resourceText, valueText } from "./words";

/** Who no longer watches, what is no longer encrypted with a key of ours, and what nodes run as root. */
export function watched(changeSet: ChangeSet): SectionFinding[] {
  return [...watching(changeSet), ...changeSet.ofType("aws_launch_template").flatMap(boot)];
}

/** Types that write down what happens. */
const WATCHERS: Readonly<Record<string, string>> = {
  aws_cloudtrail: "calls of the account are no longer written down",
  aws_config_configuration_recorder: "changes of the account are no longer written down",
  aws_flow_log: "connections in the network are no longer written down",
  aws_guardduty_detector: "nobody looks for attacks any more",
};

function watching({ ofType, where }: ChangeSet): SectionFinding[] {
  const gone = ofType(...Object.keys(WATCHERS)).flatMap((change) => {
    const vpcGoes = where("aws_vpc", "id", change.before?.["vpc_id"]).some(({ action }) => action === "delete");
    if (change.action !== "delete" || vpcGoes) return [];
    return [
      findingOn("security", "danger", change, {
        title: `${capital(resourceText(change))} goes: ${WATCHERS[change.type] ?? ""}.`,
        about: ["network.flowLogDays"],
      }),
    ];
  });
  const logs = ofType("aws_eks_cluster").flatMap((change) => {
    const list = (values: ReviewedChange["before"]) => listOf(values?.["enabled_cluster_log_types"]).map(String);
    const off = list(change.before).filter((log) => !list(change.after).includes(log));
    if (
      change.action !== "update" ||
      off.length === 0 ||
      recordOf(change.unknown)["enabled_cluster_log_types"] === true
    )
      return [];
    return [
      findingOn("security", "danger", change, {
        title: `The control plane no longer writes its logs: ${off.join(", ")}.`,
        about: ["cluster.logs"],
      }),
    ];
  });
  return [...gone, ...logs, ...encryptionGone({ ofType, where })];
}

function encryptionGone({ ofType, where }: Pick<ChangeSet, "ofType" | "where">): SectionFinding[] {
  return ofType("aws_s3_bucket_server_side_encryption_configuration").flatMap((change) => {
    const bucket = change.before?.["bucket"];
    const goes = where("aws_s3_bucket", "bucket", bucket).some(
      ({ action }) => action === "delete" || action === "replace",
    );
    const stays = where(change.type, "bucket", bucket).some(({ action }) => action === "create");
    if (change.action !== "delete" || goes || stays) return [];
    return [
      findingOn("security", "warning", change, {
        title: `Bucket ${valueText(bucket)} no longer encrypts with a key of yours: new objects have one of AWS.`,
      }),
    ];
  });
}

/** What nodes run as root when they start. */
function boot(change: ReviewedChange): SectionFinding[] {
  const found = change.attributes.filter(({ path }) => /^user_data/.test(path));
  if (found.length === 0 || change.action === "delete") return [];
  const lines = found.flatMap(({ lines = [] }) => lines);
  const details =
    lines.length > 0
      ? [...lines.slice(0, 20), ...(lines.length > 20 ? [`… and ${lines.length - 20} more lines`] : [])]
      : found.map(changeText);
  return [
    findingOn("security", "warning", change, {
      title: `What nodes of ${resourceText(change)} run as root at their first boot changes.`,
      details,
    }),
  ];
}
