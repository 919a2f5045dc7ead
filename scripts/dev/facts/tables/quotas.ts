import {
  paginateListAWSDefaultServiceQuotas,
  ServiceQuotasClient,
  type ServiceQuota,
} from "@aws-sdk/client-service-quotas";
import type { AwsAccess } from "../../../lib/aws/access";
import { askAws } from "../../../lib/aws/ask-aws";
import { all } from "../../../lib/aws/once";
import { PartialAnswerError, whole, type FactTable, type PublishedValue } from "../fact-table";

interface File {
  readonly quotas: Readonly<Record<string, { readonly service: string; readonly source: string | null }>>;
}

/** What a new account has of each quota of the table. */
export const QUOTAS_TABLE: FactTable<File> = {
  name: "quotas",
  source: "servicequotas:ListAWSDefaultServiceQuotas, in the home Region",
  file: "config/facts/quotas.json",
  keptByHand: ["which quotas matter, meaning, unit, note"],
  ask: async ({ aws, today }, { quotas }) => {
    const rows = Object.entries(quotas);
    const defaults = new Map<string, number>();
    for (const service of [...new Set(rows.map(([, row]) => row.service))])
      for (const quota of await defaultsOf(aws, service))
        defaults.set(
          `${service} ${whole(quota.QuotaCode, "QuotaCode")}`,
          whole(quota.Value, `Value of ${quota.QuotaCode}`),
        );
    const known = rows.filter(([code, { service }]) => defaults.has(`${service} ${code}`));
    return {
      published: known.map(([code, { service }]) => ({
        path: ["quotas", code, "default"],
        value: defaults.get(`${service} ${code}`)!,
      })),
      stamps: (changed) => [
        { path: ["asked"], value: today },
        ...changed.map(({ path }): PublishedValue => ({ path: [...path.slice(0, 2), "source"], value: "api" })),
      ],
      gone: rows
        .filter((row) => !known.includes(row))
        .map(([code, { service }]) => `${code}: Service Quotas lists none of this code for ${service}`),
      notes: [],
    };
  },
};

async function defaultsOf(aws: AwsAccess, ServiceCode: string): Promise<ServiceQuota[]> {
  const pages = () => paginateListAWSDefaultServiceQuotas({ client: aws.client(ServiceQuotasClient) }, { ServiceCode });
  const found = await askAws("servicequotas:ListAWSDefaultServiceQuotas", () =>
    all(pages(), (page) => whole(page.Quotas, "Quotas")),
  );
  if (found.length === 0) throw new PartialAnswerError(`Service Quotas lists nothing for ${ServiceCode}`);
  return found;
}
