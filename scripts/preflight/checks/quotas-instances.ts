import type { CapacityReservation } from "@aws-sdk/client-ec2";
import { instanceQuota, QUOTA_SOURCES, type QuotaCode } from "../../../config/facts/quotas";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { CheckResult, PreflightCheck } from "../check";
import { factsOf, familyOf, INSTANCES_ACTION, runningInstances, type RunningInstance } from "../instances";
import { nodeDemands, type NodeDemand } from "../node-demand";
import { judgeQuota, QUOTA_ACTIONS } from "../quota";
import { activeReservations, RESERVATIONS_ACTION } from "../reservations";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

/** vCPUs of the account by class of instance and purchase. */
export const INSTANCE_QUOTA_CHECK: PreflightCheck = {
  id: "quota/instances",
  title: "The account may run as many vCPUs of each class as the environment has at full size.",
  actions: [...QUOTA_ACTIONS, INSTANCES_ACTION, RESERVATIONS_ACTION],
  run: async ({ environment, aws }) => {
    const instances = await runningInstances(aws);
    const reservations = unusedOnDemand(await activeReservations(aws), environment);
    const demands = withMissing(nodeDemands(environment, instances), environment, reservations);
    const results: CheckResult[] = demands.filter(hasNoQuota).map(unknownQuota);
    for (const [code, wanted] of byCode(demands)) {
      const market = wanted[0]?.purchase === "spot" ? "spot" : "on-demand";
      const { used, uncounted } = inUse(code, market, instances, reservations);
      const more = wanted.reduce((sum, { facts, missing }) => sum + missing * facts.vcpus, 0);
      const parts = wanted.flatMap((d) => (d.missing ? [`${d.name} ${d.missing} × ${d.facts.vcpus}`] : []));
      const usedFrom = "DescribeInstances, DescribeCapacityReservations";
      results.push(await judgeQuota(aws, { code, used, usedFrom, uncounted, more, parts }));
    }
    return results;
  },
};

interface Wanted extends NodeDemand {
  /** Nodes that count on a quota and do not yet. */
  readonly missing: number;
}

/** A reservation counts on the quota of its owner whether used or not. */
function unusedOnDemand(all: readonly CapacityReservation[], env: AwsEnvironment): CapacityReservation[] {
  return all.filter(({ ReservationType, OwnerId }) => ReservationType !== "capacity-block" && OwnerId === env.account);
}

/** Nodes that enter a free place of a reservation take nothing more of the quota. */
function withMissing(
  demands: readonly NodeDemand[],
  env: AwsEnvironment,
  reservations: readonly CapacityReservation[],
): Wanted[] {
  const free = new Map(reservations.map((one) => [one, one.AvailableInstanceCount ?? 0]));
  return demands.map((demand) => {
    let missing = Math.max(0, demand.nodes - demand.running.length);
    for (const one of reservations.filter((r) => isTarget(r, demand, env))) {
      const taken = Math.min(missing, free.get(one) ?? 0);
      free.set(one, (free.get(one) ?? 0) - taken);
      missing -= taken;
    }
    return { ...demand, missing };
  });
}

/** A resource group may hold any reservation of the type and zone. */
function isTarget(reservation: CapacityReservation, demand: NodeDemand, env: AwsEnvironment): boolean {
  const capacity = ec2Groups(env).find(({ name }) => name === demand.name)?.machines.capacity;
  if (capacity?.kind !== "reservation") return false;
  if (capacity.target.startsWith("cr-")) return reservation.CapacityReservationId === capacity.target;
  return reservation.InstanceType === demand.instanceType && reservation.AvailabilityZone === capacity.zone;
}

function byCode(demands: readonly Wanted[]): Map<QuotaCode, Wanted[]> {
  const groups = new Map<QuotaCode, Wanted[]>();
  for (const demand of demands) {
    for (const purchase of [demand.purchase, ...(demand.fallback ? [demand.fallback] : [])]) {
      const code = instanceQuota(demand.facts.family, purchase);
      if (code) groups.set(code, [...(groups.get(code) ?? []), { ...demand, purchase }]);
    }
  }
  return groups;
}

/** vCPUs that count on a quota now: instances that run, and places of reservations in which none runs. */
function inUse(
  code: QuotaCode,
  market: "on-demand" | "spot",
  instances: readonly RunningInstance[],
  reservations: readonly CapacityReservation[],
) {
  const counts = (type: string) => instanceQuota(familyOf(type), market) === code;
  const taken = instances.filter((one) => one.market === market && counts(one.type));
  const unused = market === "spot" ? [] : reservations.filter(({ InstanceType = "" }) => counts(InstanceType));
  const pieces = [
    ...taken.map(({ type, vcpus }) => ({ type, vcpus, count: 1 })),
    ...unused.map(({ InstanceType: type = "", AvailableInstanceCount: count = 0 }) => {
      return { type, vcpus: factsOf(type)?.vcpus ?? null, count };
    }),
  ].filter(({ count }) => count > 0);
  const sizeless = [...new Set(pieces.filter(({ vcpus }) => vcpus === null).map(({ type }) => type))];
  return {
    used: pieces.reduce((sum, { vcpus, count }) => sum + (vcpus ?? 0) * count, 0),
    uncounted: sizeless.length ? `${sizeless.join(", ")}, whose vCPUs are unknown` : undefined,
  };
}

/** Capacity Blocks count on no quota, and are no gap. */
const hasNoQuota = ({ facts, purchase }: NodeDemand): boolean =>
  purchase !== "capacity-block" && instanceQuota(facts.family, purchase) === null;

const unknownQuota = ({ name, instanceType, nodes }: NodeDemand): CheckResult => ({
  verdict: "unknown",
  subject: name,
  text: `no vCPU quota is known for ${instanceType}, of which ${nodes} are needed`,
  fix: "Look for the family in the Service Quotas console, under Amazon EC2.",
  source: QUOTA_SOURCES["ec2-on-demand"].url,
});
