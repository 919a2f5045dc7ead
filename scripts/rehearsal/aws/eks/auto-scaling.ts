import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { uuid } from "../api-ids";
import { numberOf, textOf } from "../../attribute-values";

const api = "https://docs.aws.amazon.com/autoscaling/ec2/APIReference";
const PUT = `${api}/API_PutScheduledUpdateGroupAction.html`;
const SIZES = `${api}/API_CreateAutoScalingGroup.html`;

export const AUTO_SCALING_KINDS = knownKinds({
  aws_autoscaling_schedule: {
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/autoscaling/schedule.go",
      PUT,
    ],
    // the id is the name alone, which another group may have, too
    identity: ["autoscaling_group_name", "scheduled_action_name"],
    references: [
      { path: "autoscaling_group_name", to: ["aws_autoscaling_group"], by: "name", missing: "ValidationError" },
    ],
    refuse: refuseSchedule,
    create: (action, cloud) => {
      const name = textOf(action, "scheduled_action_name") ?? "";
      const group = textOf(action, "autoscaling_group_name") ?? "";
      const path = `scheduledUpdateGroupAction:${uuid(cloud)}:autoScalingGroupName/${group}:scheduledActionName/${name}`;
      // the provider sends 0 for a size that is left out; -1 is for sizes that stay
      return { id: name, arn: cloud.arn("autoscaling", path), min_size: 0, max_size: 0, desired_capacity: 0 };
    },
  },
});

function refuseSchedule(action: Attributes, cloud: CloudApi, prior: Attributes | null): Refusal[] {
  const recurrence = textOf(action, "recurrence");
  const zone = textOf(action, "time_zone");
  const refusals: Refusal[] = [];
  for (const name of ["autoscaling_group_name", "scheduled_action_name"]) {
    const given = textOf(action, name) ?? "";
    if (given.length < 1 || given.length > 255)
      refusals.push(invalid(`${name} has ${given.length} characters; it has 1 to 255`, PUT));
  }
  if (recurrence !== null && recurrence !== "" && !isCron(recurrence))
    refusals.push(
      invalid(`recurrence is "${recurrence}"; it is [Minute] [Hour] [Day_of_Month] [Month_of_Year] [Day_of_Week]`, PUT),
    );
  if (zone !== null && zone !== "" && !isTimeZone(zone))
    refusals.push(invalid(`time_zone is "${zone}", which is no name of the IANA Time Zone Database`, PUT));
  return [...refusals, ...refuseSizes(action), ...refuseTimes(action, cloud, prior)];
}

function refuseSizes(action: Attributes): Refusal[] {
  const given = (name: string) => {
    const size = numberOf(action, name) ?? 0;
    return size === -1 ? null : size;
  };
  const [least, desired, most] = [given("min_size"), given("desired_capacity"), given("max_size")];
  if (least === null && desired === null && most === null)
    return [invalid("min_size, max_size and desired_capacity are all -1; at least one must be given", PUT)];
  const sizes = `min_size ${least ?? "-"}, desired_capacity ${desired ?? "-"}, max_size ${most ?? "-"}`;
  const rising = [least, desired, most].filter((size) => size !== null);
  if (rising.some((size, index) => size < 0 || size < (rising[index - 1] ?? 0)))
    return [
      invalid(`${sizes}: the desired capacity is between the minimum and the maximum, and none is below 0`, SIZES),
    ];
  return [];
}

/** A time that has not changed may have gone by since. */
function refuseTimes(action: Attributes, cloud: CloudApi, prior: Attributes | null): Refusal[] {
  return ["start_time", "end_time"].flatMap((name) => {
    const time = textOf(action, name);
    if (time === null || time === "" || time === textOf(prior, name)) return [];
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time) || Number.isNaN(Date.parse(time)))
      return [invalid(`${name} is "${time}"; it is written as in 2021-06-01T00:00:00Z`, PUT)];
    return Date.parse(time) < Date.parse(cloud.now)
      ? [invalid(`${name} is ${time}, which is in the past: it is ${cloud.now}`, PUT)]
      : [];
  });
}

/** Least and most of each of the five fields; Sunday is 0 and 7. */
const FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] satisfies [number, number][];

/** `30 0 1 1,6,12 *`. Names of months and days are left to Auto Scaling. */
function isCron(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  return fields.length === FIELDS.length && fields.every((field, index) => isField(field, FIELDS[index]));
}

function isField(field: string, [least, most]: readonly [number, number] = [0, 0]): boolean {
  return field.split(",").every((part) => {
    const [, range = "", step] = /^(\*|\d+(?:-\d+)?|[A-Za-z]{3}(?:-[A-Za-z]{3})?)(?:\/(\d+))?$/.exec(part) ?? [];
    if (range === "" || step === "0") return false;
    if (!/^\d/.test(range)) return true;
    const [from = 0, to = from] = range.split("-").map(Number);
    return from >= least && to <= most && from <= to;
  });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const invalid = (message: string, source: string): Refusal => ({ code: "ValidationError", message, source });
