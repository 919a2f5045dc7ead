import type { ResolvedCapacity } from "../../../config/sites/aws-eks/capacity/resolve";
import {
  EC2Client,
  paginateDescribeCapacityBlockStatus,
  type CapacityBlockStatus,
  type CapacityReservation,
} from "@aws-sdk/client-ec2";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import type { CheckResult, PreflightCheck, Verdict } from "../check";
import { INSTANCES_ACTION, runningInstances } from "../instances";
import { all } from "../../lib/aws/once";
import { activeReservations, reservationById, RESERVATIONS_ACTION } from "../reservations";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

const BLOCKS_DOCUMENT = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html";

/** Config names blocks to the minute. */
const MINUTE = 60_000;

type Block = Extract<ResolvedCapacity, { kind: "capacity-block" }>;
type BlockGroup = ResolvedNodeGroup & { readonly machines: { readonly capacity: Block } };

function blocksOf(env: AwsEnvironment): Map<string, BlockGroup[]> {
  const byId = new Map<string, BlockGroup[]>();
  for (const group of ec2Groups(env)) {
    if (group.machines.capacity.kind !== "capacity-block") continue;
    const { id } = group.machines.capacity;
    byId.set(id, [...(byId.get(id) ?? []), group as BlockGroup]);
  }
  return byId;
}

/** Capacity Blocks against what config says of them. */
export const BLOCKS: PreflightCheck = {
  id: "capacity/blocks",
  title: "Capacity Blocks are bought, and are what config says of them.",
  actions: [RESERVATIONS_ACTION, INSTANCES_ACTION],
  run: async ({ environment: env, aws }) => {
    const results: CheckResult[] = [];
    for (const [id, groups] of blocksOf(env)) {
      const block = await reservationById(aws, id);
      if (!block) {
        const fix = `Correct capacity.id of ${groups.map(({ name }) => name).join(", ")}: aws ec2 describe-capacity-reservations --region ${env.region} --filters Name=reservation-type,Values=capacity-block`;
        const text = `account ${env.account} sees no such Capacity Block in ${env.region}`;
        results.push({ verdict: "failed", subject: id, text, fix });
        continue;
      }
      const inside = (await runningInstances(aws)).filter(({ reservationId }) => reservationId === id);
      const own = inside.filter(({ environment }) => environment === env.name).length;
      const findings = [...findingsOf(block, groups, own, env)];
      const failed = findings.some(({ verdict }) => verdict === "failed");
      results.push(...(failed ? [] : [summary(id, block, groups)]), ...findings);
    }
    return results;
  },
};

const nodesOf = (groups: readonly BlockGroup[]): number => groups.reduce((sum, { count: nodes }) => sum + nodes.max, 0);
const dateText = (date: Date | undefined): string => date?.toISOString() ?? "an unknown time";

function summary(subject: string, block: CapacityReservation, groups: readonly BlockGroup[]): CheckResult {
  const { State, AvailabilityZone, TotalInstanceCount, InstanceType, StartDate, EndDate } = block;
  const window = `${dateText(StartDate)} to ${dateText(EndDate)}`;
  const text = `${State} in ${AvailabilityZone}, ${TotalInstanceCount} ${InstanceType} for ${nodesOf(groups)} nodes, ${window}`;
  return { verdict: "ok", subject, text };
}

function* findingsOf(
  block: CapacityReservation,
  groups: readonly BlockGroup[],
  own: number,
  env: AwsEnvironment,
): Generator<CheckResult> {
  const { State: state = "unknown", TotalInstanceCount: total = 0, AvailableInstanceCount: available = 0 } = block;
  const subject = block.CapacityReservationId ?? "";
  const names = groups.map(({ name }) => name).join(", ");
  const finding = (verdict: Verdict, text: string, fix: string): CheckResult => ({
    verdict,
    subject,
    text,
    fix,
    source: BLOCKS_DOCUMENT,
  });
  if (block.ReservationType !== undefined && block.ReservationType !== "capacity-block")
    yield finding("failed", "is an On-Demand Capacity Reservation", `Write kind: "reservation" in ${names}.`);
  if (state === "payment-pending")
    yield finding("warning", "is not paid yet: AWS releases it after 12 hours without payment", "Look at the payment.");
  else if (state !== "active" && state !== "scheduled")
    yield finding("failed", `state is ${state}: nothing can launch in it`, `Name another block in ${names}.`);
  for (const {
    name,
    machines: { instanceType, capacity },
  } of groups) {
    if (block.InstanceType !== instanceType)
      yield finding("failed", `has ${block.InstanceType}, but ${name} has ${instanceType}`, `Correct ${name}.`);
    const { AvailabilityZone: zone, StartDate, EndDate } = block;
    if (zone !== capacity.zone)
      yield finding("failed", `is in ${zone}, but ${name} says ${capacity.zone}`, `Write zone: "${zone}" in ${name}.`);
    const times = [
      ["start", StartDate, capacity.start],
      ["end", EndDate, capacity.end],
    ] as const;
    for (const [key, real, written] of times) {
      if (real && Math.abs(real.getTime() - Date.parse(written)) >= MINUTE)
        yield finding(
          "failed",
          `${key} is ${dateText(real)}, but ${name} says ${written}`,
          `Write ${key}: "${dateText(real).replace(/\.\d+Z$/, "Z")}" in ${name}.`,
        );
    }
    if (capacity.count !== undefined && capacity.count !== total)
      yield finding("warning", `has ${total} instances, but ${name} says ${capacity.count}`, `Write count: ${total}.`);
  }
  const nodes = nodesOf(groups);
  if (total < nodes)
    yield finding(
      "failed",
      `has ${total} instances for ${nodes} nodes of ${names}`,
      `Lower nodes by ${nodes - total}.`,
    );
  else if (state === "active" && available + own < nodes)
    yield finding(
      "failed",
      `${available + own} of ${total} instances are free for ${nodes} nodes of ${names}`,
      "Stop what else runs in it.",
    );
  if (block.Tenancy !== undefined && block.Tenancy !== "default")
    yield finding(
      "failed",
      `has tenancy ${block.Tenancy}; nodes have default tenancy`,
      `Name another block in ${names}.`,
    );
  if (block.OwnerId !== undefined && block.OwnerId !== env.account)
    yield finding("warning", `belongs to account ${block.OwnerId}, which decides on it`, "Agree on it with its owner.");
}

/** Health of blocks that are open. */
export const BLOCK_HEALTH: PreflightCheck = {
  id: "capacity/block-health",
  title: "Instances and interconnect of open Capacity Blocks are healthy.",
  actions: [RESERVATIONS_ACTION, "ec2:DescribeCapacityBlockStatus"],
  run: async ({ environment: env, aws }) => {
    const wanted = blocksOf(env);
    if (wanted.size === 0) return [];
    const open = (await activeReservations(aws)).filter((one) => wanted.has(one.CapacityReservationId ?? ""));
    const ids = open.flatMap(({ CapacityBlockId }) => (CapacityBlockId ? [CapacityBlockId] : []));
    if (ids.length === 0) return [];
    const input = { CapacityBlockIds: ids.sort() };
    const pages = paginateDescribeCapacityBlockStatus({ client: aws.client(EC2Client) }, input);
    const statuses = await all(pages, (page) => page.CapacityBlockStatuses);
    return ids.map((id) => health(id, statuses.find(({ CapacityBlockId }) => CapacityBlockId === id) ?? {}));
  },
};

/** @see https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CapacityBlockStatus.html */
function health(subject: string, status: CapacityBlockStatus): CheckResult {
  const { TotalUnavailableCapacity: down, TotalCapacity: total, InterconnectStatus: interconnect } = status;
  const instances = `${down ?? "an unknown number"} of ${total ?? "all"} instances fail their system status check`;
  const text = `${instances}; interconnect ${interconnect ?? "unknown"}`;
  if ((down ?? 0) > 0 || interconnect === "impaired")
    return { verdict: "warning", subject, text, fix: "Open a case with AWS Support: the block is paid for." };
  if (down === 0 && interconnect === "ok") return { verdict: "ok", subject, text };
  return { verdict: "unknown", subject, text, fix: "Ask again in some minutes.", source: BLOCKS_DOCUMENT };
}
