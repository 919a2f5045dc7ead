import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { ReviewedChange } from "../changes/resource-changes";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { capital, recordOf, resourceText, valueText } from "./words";

/** Ways to the outside that a network did not have, and messages that go elsewhere. */
export function openedWays(changeSet: ChangeSet): SectionFinding[] {
  return [
    ...changeSet.ofType("aws_route").flatMap((change) => route(change, changeSet)),
    ...changeSet.ofType("aws_sns_topic_subscription").flatMap((change) => subscription(change, changeSet)),
  ];
}

/** Of a table that was there: a new one is made for what stands behind it. */
function route(change: ReviewedChange, { where, ofType, input }: ChangeSet): SectionFinding[] {
  if (change.action !== "create" || input.before === null) return [];
  const { gateway_id: gateway, route_table_id: table } = change.after ?? {};
  const unknown = recordOf(change.unknown);
  const isTableNew =
    unknown["route_table_id"] === true ||
    where("aws_route_table", "id", table).some(({ action }) => action === "create");
  const isInternet = /^igw-/.test(String(gateway)) || unknown["gateway_id"] === true;
  const others = ["transit_gateway_id", "vpc_peering_connection_id", "network_interface_id", "vpc_endpoint_id"].filter(
    (key) => typeof change.after?.[key] === "string" && change.after[key] !== "",
  );
  // where a gateway of the internet is made as well, its subnets are what it is made for
  if (isTableNew || (isInternet && ofType("aws_internet_gateway").some(({ action }) => action === "create"))) return [];
  if (!isInternet && others.length === 0) return [];
  const way = isInternet ? "the internet directly" : others.map((key) => valueText(change.after?.[key])).join(", ");
  return [
    findingOn("security", "danger", change, {
      title: `${capital(resourceText(change))} leads from a route table that is there to ${way}: what stands in its subnets has another way out, or is reached by it.`,
      about: ["network"],
    }),
  ];
}

/** Config has addresses of people; a program that gets messages may be anybody's. */
function subscription(change: ReviewedChange, { env }: ChangeSet): SectionFinding[] {
  const { protocol, endpoint } = change.after ?? {};
  const isNew = change.action === "create" || change.action === "replace";
  if (!isNew || /^email/.test(String(protocol))) return [];
  if (typeof endpoint === "string" && endpoint.startsWith("arn:") && endpoint.split(":")[4] === awsOf(env)?.account)
    return [];
  return [
    findingOn("security", "danger", change, {
      title: `${capital(resourceText(change))} sends messages to ${valueText(endpoint ?? "what is known after apply only")} (${valueText(protocol)}).`,
      about: ["alarms"],
    }),
  ];
}
