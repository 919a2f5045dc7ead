import type { CapacityReservation } from "@aws-sdk/client-ec2";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import type { CheckResult, Verdict } from "../check";

const LAUNCH = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservations-launch.html";
const PLACEMENT = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/cr-cpg.html";
const PLATFORM = "Linux/UNIX";

/** Days before the end of a reservation from which a deployment should know of it. */
const ENDING_SOON_DAYS = 30;
const DAY = 24 * 60 * 60_000;

/** States from which a reservation becomes active by itself. */
const COMING: readonly string[] = ["pending", "scheduled", "assessing", "delayed", "payment-pending"];

export interface ReservationFindingsProps {
  readonly reservation: CapacityReservation;
  /** Groups that name it. */
  readonly groups: readonly ResolvedNodeGroup[];
  /** Their nodes at full size. */
  readonly nodes: number;
  /** Places that are free, or taken by this environment already. */
  readonly free: number;
  readonly account: string;
  readonly now: Date;
}

/** What is wrong with a reservation for the groups that name it; one good result when nothing is. */
export function reservationFindings(props: ReservationFindingsProps): CheckResult[] {
  const findings = [...findingsOf(props)];
  if (findings.some(({ verdict }) => verdict === "failed")) return findings;
  const { reservation, nodes, free } = props;
  const { CapacityReservationId: subject = "", InstanceType, AvailabilityZone, EndDate } = reservation;
  const until = EndDate ? `ends ${EndDate.toISOString()}` : "has no end";
  const text = `active in ${AvailabilityZone}, ${free} of ${reservation.TotalInstanceCount} ${InstanceType} free for ${nodes} nodes, ${until}`;
  return [{ verdict: "ok", subject, text }, ...findings];
}

function* findingsOf(props: ReservationFindingsProps): Generator<CheckResult> {
  const { reservation: r, groups, nodes, free, account, now } = props;
  const subject = r.CapacityReservationId ?? "";
  const names = groups.map(({ name }) => name).join(", ");
  const finding = (verdict: Verdict, text: string, fix: string, source = LAUNCH) => ({
    verdict,
    subject,
    text,
    fix,
    source,
  });

  if (r.State !== "active") {
    const coming = COMING.includes(r.State ?? "");
    const from = coming && r.StartDate ? `, from ${r.StartDate.toISOString()}` : "";
    const fix = coming ? "Deploy the group when it is active." : `Name a reservation that is active in ${names}.`;
    yield finding("failed", `state is ${r.State}${from}: nothing can launch in it`, fix);
  }
  if (r.ReservationType === "capacity-block") {
    yield finding("failed", "is a Capacity Block, not a reservation", `Write kind: "capacity-block" in ${names}.`);
  }
  for (const {
    name,
    machines: { instanceType, capacity },
  } of groups) {
    if (r.InstanceType !== instanceType)
      yield finding(
        "failed",
        `is for ${r.InstanceType}, but ${name} has ${instanceType}`,
        `Correct instanceType of ${name}, or name another reservation.`,
      );
    if (capacity.kind !== "reservation") continue;
    if (r.AvailabilityZone !== capacity.zone)
      yield finding(
        "failed",
        `is in ${r.AvailabilityZone}, but ${name} says ${capacity.zone}`,
        `Write zone: "${r.AvailabilityZone}" in ${name}.`,
      );
    if (capacity.count !== undefined && capacity.count !== r.TotalInstanceCount)
      yield finding(
        "warning",
        `has ${r.TotalInstanceCount} instances, but ${name} says ${capacity.count}`,
        `Write count: ${r.TotalInstanceCount} in ${name}.`,
      );
    const place = placementName(r);
    if (place !== (capacity.placementGroup ?? null)) {
      const configured = capacity.placementGroup ? `says ${capacity.placementGroup}` : "says none";
      const fix = place
        ? `Write placementGroup: "${place}" in ${name}.`
        : `Remove placementGroup from ${name}: a reservation never enters one later.`;
      yield finding(
        "failed",
        `was made ${place ? `in the placement group ${place}` : "in no placement group"}, but ${name} ${configured}`,
        fix,
        PLACEMENT,
      );
    }
  }
  if (r.InstancePlatform !== PLATFORM)
    yield finding("failed", `is for ${r.InstancePlatform}; nodes are ${PLATFORM}`, `Reserve for ${PLATFORM}.`);
  if (r.Tenancy !== "default")
    yield finding("failed", `has tenancy ${r.Tenancy}; nodes have default tenancy`, "Reserve with tenancy default.");
  if (r.State === "active" && free < nodes)
    yield finding(
      "failed",
      `${free} of ${r.TotalInstanceCount} instances are free for ${nodes} nodes of ${names}`,
      `Stop what runs in it, lower nodes of ${names} by ${nodes - free}, or raise it: aws ec2 modify-capacity-reservation --capacity-reservation-id ${subject} --instance-count ${(r.TotalInstanceCount ?? 0) + nodes - free}`,
    );
  if (r.EndDate && r.State === "active" && r.EndDate.getTime() - now.getTime() < ENDING_SOON_DAYS * DAY)
    yield finding(
      "warning",
      `ends ${r.EndDate.toISOString()}: nodes that are replaced after that have no capacity of their own`,
      "Move its end, or plan for on-demand.",
    );
  if (r.InstanceMatchCriteria === "open")
    yield finding(
      "warning",
      `is open: any ${r.InstanceType} of the account in ${r.AvailabilityZone} takes its places`,
      `While nothing runs in it: aws ec2 modify-capacity-reservation --capacity-reservation-id ${subject} --instance-match-criteria targeted`,
    );
  if (r.OwnerId !== undefined && r.OwnerId !== account)
    yield finding(
      "warning",
      `belongs to account ${r.OwnerId}, which may end it or fill it`,
      "Agree on it with its owner.",
    );
}

/** `arn:aws:ec2:us-east-1:111122223333:placement-group/train` → `train`. */
const placementName = ({ PlacementGroupArn: arn }: CapacityReservation): string | null =>
  arn?.split("/").at(-1) ?? null;
