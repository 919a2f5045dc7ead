import type { CheckResult, PreflightCheck } from "../../scripts/preflight/check";
import { NOW, sample, type Change, type Sample } from "./environment";
import { awsError, pretendedAws, type PretendedAnswers, type PretendedAws } from "./pretended-aws";

export interface Asked {
  /** What the account answers. */
  readonly answers: PretendedAnswers;
  /** What differs from the sample environment. */
  readonly change?: Change;
}

export interface CheckRun {
  readonly results: readonly CheckResult[];
  readonly aws: PretendedAws;
}

const environments = new Map<string, Sample["env"]>();

/** The sample environment with a change, the same one each time: checks synthesize each environment once. */
export function environmentWith(change: Change = {}, now: Date = NOW): Sample["env"] {
  const key = JSON.stringify([change, now]);
  const environment = environments.get(key) ?? sample(change, now).env;
  environments.set(key, environment);
  return environment;
}

/** Runs the check with an id of a list, on the sample environment and a pretended account. */
export async function runCheck(
  checks: readonly PreflightCheck[],
  id: string,
  { answers, change = {} }: Asked,
): Promise<CheckRun> {
  const check = checks.find((one) => one.id === id);
  if (!check) throw new Error(`no check ${id}`);
  const aws = pretendedAws(answers);
  return { results: await check.run({ environment: environmentWith(change), aws, now: NOW }), aws };
}

export async function checkResults(...args: Parameters<typeof runCheck>): Promise<readonly CheckResult[]> {
  return (await runCheck(...args)).results;
}

/** Runs a check on the sample environment with a change. */
export function checked(
  check: PreflightCheck,
  answers: PretendedAnswers,
  change: Change = {},
  now: Date = NOW,
): Promise<readonly CheckResult[]> {
  return check.run({ environment: environmentWith(change, now), aws: pretendedAws(answers), now });
}

/** Applied quotas by code; any other is one that AWS does not know. */
export function quotas(values: Readonly<Record<string, number>>): PretendedAnswers {
  return {
    "ServiceQuotas.GetServiceQuota": ({ QuotaCode }: { QuotaCode: string }) => {
      if (!(QuotaCode in values)) return awsError("NoSuchResourceException");
      return { Quota: { QuotaCode, Value: values[QuotaCode], Adjustable: true } };
    },
    "ServiceQuotas.GetAWSDefaultServiceQuota": awsError("NoSuchResourceException"),
    "ServiceQuotas.ListRequestedServiceQuotaChangeHistoryByQuota": { RequestedQuotas: [] },
  };
}

/** An instance that runs. */
export interface Running {
  readonly id?: string;
  readonly type: string;
  readonly zone?: string;
  readonly lifecycle?: "spot" | "capacity-block";
  readonly reservation?: string;
  /** Group of the sample environment; `system` for its system nodes. */
  readonly group?: string;
  readonly cores?: number;
}

/** Answer of DescribeInstances. */
export function instances(...running: readonly Running[]): PretendedAnswers {
  const Instances = running.map(({ id, type, zone = "us-east-1a", lifecycle, reservation, group, cores }, index) => ({
    InstanceId: id ?? `i-${index}`,
    InstanceType: type,
    Placement: { AvailabilityZone: zone },
    InstanceLifecycle: lifecycle,
    CapacityReservationId: reservation,
    ...(cores && { CpuOptions: { CoreCount: cores, ThreadsPerCore: 2 } }),
    Tags: group
      ? [
          { Key: "railyard:environment", Value: "sample" },
          ...(group === "system" ? [] : [{ Key: "railyard:node-group", Value: group }]),
        ]
      : [],
  }));
  return { "EC2.DescribeInstances": { Reservations: [{ Instances }] } };
}
