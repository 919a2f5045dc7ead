import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  paginateListRequestedServiceQuotaChangeHistoryByQuota,
  ServiceQuotasClient,
  type ServiceQuota,
} from "@aws-sdk/client-service-quotas";
import { QUOTA_SOURCES, QUOTAS, type Quota, type QuotaCode } from "../../config/facts/quotas";
import type { AwsAccess } from "../lib/aws/access";
import { awsFailure } from "../lib/aws/failure";
import { number } from "../lib/terminal/table";
import type { CheckResult } from "./check";
import { orNull } from "./not-found";
import { all, inTurn, once } from "../lib/aws/once";

/** Permissions that {@link judgeQuota} needs. */
export const QUOTA_ACTIONS = [
  "servicequotas:GetServiceQuota",
  "servicequotas:GetAWSDefaultServiceQuota",
  "servicequotas:ListRequestedServiceQuotaChangeHistoryByQuota",
] as const;

/** What an environment needs of a quota. */
export interface QuotaNeed {
  readonly code: QuotaCode;
  /** Part of the account that the quota is counted in, such as a zone. @default - the whole Region */
  readonly within?: string;
  /** In use now, this environment's share too; null: the quota is of one resource that only this environment has. */
  readonly used: number | null;
  /** Call that `used` was counted from. */
  readonly usedFrom: string;
  /** What is in use and could not be counted, as the rest of a sentence. @default - everything was counted */
  readonly uncounted?: string | undefined;
  /** What a deployment adds to that. */
  readonly more: number;
  /** What it adds it for: `h100 4 × 192`. */
  readonly parts: readonly string[];
}

/** Quota against use and need; where it is too small, the request for more is written out. */
export async function judgeQuota(aws: AwsAccess, need: QuotaNeed): Promise<CheckResult> {
  const { code, used, more, within, uncounted } = need;
  const { meaning, unit, source, default: known }: Quota = QUOTAS[code];
  const subject = `${meaning} (${code})${within ? ` in ${within}` : ""}`;
  const wanted = `${amount(more, unit)} ${used === null ? "needed" : "more needed"}${more > 0 && need.parts.length ? `: ${need.parts.join(", ")}` : ""}`;
  const use = used === null ? wanted : `${amount(used, unit)} in use (${need.usedFrom}), ${wanted}`;
  const quota = await askQuota(aws, code);
  if (quota?.Value === undefined) {
    const hint = known === null ? "" : `; a new account has ${amount(known, unit)}`;
    const fix = `Look at ${QUOTAS[code].service}/${code} in the Service Quotas console.`;
    const document = source && { source: QUOTA_SOURCES[source].url };
    return {
      verdict: "unknown",
      subject,
      text: `Service Quotas does not say the limit${hint}; ${use}`,
      fix,
      ...document,
    };
  }
  const total = (used ?? 0) + more;
  const text = `limit ${amount(quota.Value, unit)}; ${use}`;
  if (total <= quota.Value && uncounted !== undefined) {
    const fix = "See in the Service Quotas console how much of it is in use.";
    return { verdict: "unknown", subject, text: `${text}; not counted: ${uncounted}`, fix };
  }
  if (total <= quota.Value) return { verdict: "ok", subject, text };
  const asked = await openRequest(aws, code);
  const fix = remedy(aws, code, Math.ceil(total), quota, asked.desired);
  // what nobody asks for now will still run; it only has no room to grow
  return { verdict: more > 0 ? "failed" : "warning", subject, text: `${text}${asked.text}`, fix };
}

/**
 * Applied quota; AWS's default where none was ever applied; null where AWS knows none. Each is asked once, and one after
 * another: Service Quotas takes five of a kind in a second, and five more at first.
 * @see https://docs.aws.amazon.com/servicequotas/latest/userguide/reference_limits.html
 */
function askQuota(aws: AwsAccess, code: QuotaCode): Promise<ServiceQuota | null> {
  const client = aws.client(ServiceQuotasClient);
  const input = { ServiceCode: QUOTAS[code].service, QuotaCode: code };
  const ask = async () => {
    const applied = await orNull(client.send(new GetServiceQuotaCommand(input)));
    if (applied?.Quota) return applied.Quota;
    return (await orNull(client.send(new GetAWSDefaultServiceQuotaCommand(input))))?.Quota ?? null;
  };
  return once(aws, `quota ${code}`, () => inTurn(aws, "quotas", ask));
}

/** The largest request that AWS has not decided on. That it cannot be read is no reason to hold the limit back. */
async function openRequest(aws: AwsAccess, code: QuotaCode): Promise<{ text: string; desired: number | null }> {
  const input = { ServiceCode: QUOTAS[code].service, QuotaCode: code };
  try {
    const client = aws.client(ServiceQuotasClient);
    const pages = paginateListRequestedServiceQuotaChangeHistoryByQuota({ client }, input);
    const requests = await once(aws, `requests for ${code}`, () =>
      inTurn(aws, "quotas", () => all(pages, (page) => page.RequestedQuotas)),
    );
    const open = requests.filter(({ Status }) => Status === "PENDING" || Status === "CASE_OPENED");
    const [largest] = [...open].sort((a, b) => (b.DesiredValue ?? 0) - (a.DesiredValue ?? 0));
    if (!largest?.DesiredValue) return { text: "", desired: null };
    const since = largest.Created ? ` since ${largest.Created.toISOString().slice(0, 10)}` : "";
    const request = `${number(largest.DesiredValue)} are requested${since}, and AWS has not decided`;
    return { text: `; ${request}${largest.CaseId ? ` (case ${largest.CaseId})` : ""}`, desired: largest.DesiredValue };
  } catch (error) {
    const { text } = awsFailure(error, "servicequotas:ListRequestedServiceQuotaChangeHistoryByQuota");
    return { text: `; whether more was requested is unknown: ${text}`, desired: null };
  }
}

function remedy(aws: AwsAccess, code: QuotaCode, desired: number, quota: ServiceQuota, asked: number | null): string {
  if (asked !== null && asked >= desired) return "Wait for the request, or ask AWS Support about it.";
  if (quota.Adjustable === false) return "AWS does not raise this quota: remove what is not used, or need less.";
  const { service } = QUOTAS[code];
  return `aws service-quotas request-service-quota-increase --region ${aws.region} --service-code ${service} --quota-code ${code} --desired-value ${desired}`;
}

function amount(value: number, unit: Quota["unit"]): string {
  const digits = Number.isInteger(value) ? 0 : 1;
  return unit === "count" ? number(value, digits) : `${number(value, digits)} ${unit}`;
}
