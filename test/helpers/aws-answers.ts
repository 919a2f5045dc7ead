import { awsAccess, type AwsAccess } from "../../scripts/aws/access";
import type { Answers } from "../../scripts/aws/answers";
import type { CheckResult, PreflightCheck } from "../../scripts/preflight/check";
import { NOW, sample, type Change, LEGAL } from "./environment";

/** What AWS says to a call, by its input. */
export type Answer = object | ((input: never, region: string) => object);

/** Answers by call, such as `EC2.DescribeVpcs`. A call that is not among them fails the test. */
export type AnswersByCall = Readonly<Record<string, Answer>>;

export interface AnsweringAccess extends AwsAccess {
  /** Calls that were made, as their permissions are spelled, with their input. */
  readonly asked: { readonly action: string; readonly input: object }[];
}

const PREFIXES: Readonly<Record<string, string>> = { ServiceQuotas: "servicequotas" };

/** Access whose answers are written by hand; nothing reaches a network. */
export function answering(answers: AnswersByCall, region = "us-east-1"): AnsweringAccess {
  const asked: { action: string; input: object }[] = [];
  const middleware: Answers["middleware"] = (at) => (_next, context) => (args) => {
    const service = (context.clientName ?? "").replace(/Client$/, "");
    const operation = (context.commandName ?? "").replace(/Command$/, "");
    const input = args.input as object;
    asked.push({ action: `${PREFIXES[service] ?? service.toLowerCase()}:${operation}`, input });
    const answer = answers[`${service}.${operation}`] ?? answers["*"];
    if (!answer) return Promise.reject(new TypeError(`the test has no answer to ${service}.${operation}`));
    return Promise.resolve().then(() => {
      const output =
        typeof answer === "function" ? (answer as (input: object, region: string) => object)(input, at) : answer;
      return { output: { $metadata: {}, ...output }, response: {} };
    });
  };
  return { ...awsAccess({ region, answers: { replays: true, middleware }, env: {} }), asked };
}

/** An error of AWS. */
export function refusal(name: string, message = "said"): Error {
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode: 400 } });
}

/** Answers with an error. */
export const refuses =
  (name: string, message?: string): Answer =>
  () => {
    throw refusal(name, message);
  };

/** Runs a check on the sample environment with a change merged in. */
export async function checked(
  check: PreflightCheck,
  answers: AnswersByCall,
  change: Change = {},
  now: Date = NOW,
): Promise<readonly CheckResult[]> {
  return check.run({ environment: sample(change, now, LEGAL).env, aws: answering(answers), now });
}

/** Applied quotas by code; any other is one that AWS does not know. */
export function quotas(values: Readonly<Record<string, number>>): AnswersByCall {
  return {
    "ServiceQuotas.GetServiceQuota": ({ QuotaCode }: { QuotaCode: string }) => {
      if (!(QuotaCode in values)) throw refusal("NoSuchResourceException");
      return { Quota: { QuotaCode, Value: values[QuotaCode], Adjustable: true } };
    },
    "ServiceQuotas.GetAWSDefaultServiceQuota": refuses("NoSuchResourceException"),
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
export function instances(...running: readonly Running[]): AnswersByCall {
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
