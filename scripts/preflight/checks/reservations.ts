import {
  EC2Client,
  paginateDescribeCapacityReservations,
  paginateGetGroupsForCapacityReservation,
  type CapacityReservation,
} from "@aws-sdk/client-ec2";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import type { AwsAccess } from "../../lib/aws/access";
import type { CheckProps, CheckResult, PreflightCheck } from "../check";
import { INSTANCES_ACTION, runningInstances } from "../instances";
import { all } from "../../lib/aws/once";
import { reservationById, RESERVATIONS_ACTION } from "../reservations";
import { reservationFindings } from "./reservation-findings";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

const GROUPS_DOCUMENT = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/create-cr-group.html";

/** Reservations that node groups name, by id or by resource group. */
export const RESERVATIONS: PreflightCheck = {
  id: "capacity/reservations",
  title: "On-Demand Capacity Reservations are active, match their node groups, and have room for them.",
  actions: [RESERVATIONS_ACTION, "ec2:GetGroupsForCapacityReservation", INSTANCES_ACTION],
  run: async (props) => {
    const byTarget = new Map<string, ReservedGroup[]>();
    for (const group of ec2Groups(props.environment)) {
      if (!isReserved(group)) continue;
      const { target } = group.machines.capacity;
      byTarget.set(target, [...(byTarget.get(target) ?? []), group]);
    }
    const results: CheckResult[] = [];
    for (const [target, groups] of byTarget) {
      results.push(...(await (target.startsWith("cr-") ? judgeId : judgeResourceGroup)(props, target, groups)));
    }
    return results;
  },
};

type ReservedGroup = ResolvedNodeGroup & {
  readonly machines: { readonly capacity: { readonly kind: "reservation" } };
};

const isReserved = (group: ResolvedNodeGroup): group is ReservedGroup => group.machines.capacity.kind === "reservation";

const nodesOf = (groups: readonly ResolvedNodeGroup[]): number => groups.reduce((sum, one) => sum + one.count.max, 0);

async function judgeId(
  { environment: env, aws, now }: CheckProps,
  id: string,
  groups: readonly ReservedGroup[],
): Promise<CheckResult[]> {
  const reservation = await reservationById(aws, id);
  if (!reservation) {
    const fix = `Correct capacity.target of ${groups.map((g) => g.name).join(", ")}, or ask its owner to share it.`;
    return [
      { verdict: "failed", subject: id, text: `account ${env.account} sees no such reservation in ${env.region}`, fix },
    ];
  }
  const inside = (await runningInstances(aws)).filter((one) => one.reservationId === id);
  const own = inside.filter(({ environment }) => environment === env.name).length;
  const free = (reservation.AvailableInstanceCount ?? 0) + own;
  return reservationFindings({ reservation, groups, nodes: nodesOf(groups), free, account: env.account, now });
}

/** Reservations of the type and zone of the groups that are members of a resource group. */
async function judgeResourceGroup(
  { environment: env, aws }: CheckProps,
  arn: string,
  groups: readonly ReservedGroup[],
): Promise<CheckResult[]> {
  const running = await runningInstances(aws);
  const results: CheckResult[] = [];
  for (const group of groups) {
    const {
      machines: { instanceType, capacity },
      count: nodes,
      name,
    } = group;
    const members = await membersOf(aws, arn, instanceType, capacity.zone);
    const ids = members.map(({ CapacityReservationId }) => CapacityReservationId);
    const own = running.filter((one) => one.environment === env.name && ids.includes(one.reservationId ?? "")).length;
    const free = members.reduce((sum, one) => sum + (one.AvailableInstanceCount ?? 0), own);
    const text = ids.length
      ? `${arn} has ${ids.join(", ")} of ${instanceType} in ${capacity.zone}: ${free} free for ${nodes.max} nodes`
      : `${arn} has no active reservation of ${instanceType} in ${capacity.zone} that this account sees`;
    if (free >= nodes.max) {
      results.push({ verdict: "ok", subject: name, text });
      continue;
    }
    const fix = `Add reservations to the group, or lower nodes of ${name}: what does not fit launches on demand, or not at all.`;
    results.push({ verdict: "warning", subject: name, text, fix, source: GROUPS_DOCUMENT });
  }
  return results;
}

async function membersOf(aws: AwsAccess, arn: string, type: string, zone: string): Promise<CapacityReservation[]> {
  const client = aws.client(EC2Client);
  const matching = [
    { Name: "state", Values: ["active"] },
    { Name: "instance-type", Values: [type] },
    { Name: "availability-zone", Values: [zone] },
  ];
  const pages = paginateDescribeCapacityReservations({ client }, { Filters: matching });
  const members: CapacityReservation[] = [];
  for (const reservation of await all(pages, (page) => page.CapacityReservations)) {
    const { CapacityReservationId } = reservation;
    const groups = paginateGetGroupsForCapacityReservation({ client }, { CapacityReservationId });
    const arns = (await all(groups, (page) => page.CapacityReservationGroups)).map(({ GroupArn }) => GroupArn);
    if (arns.includes(arn)) members.push(reservation);
  }
  return members;
}
