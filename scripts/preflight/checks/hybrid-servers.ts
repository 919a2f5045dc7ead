import {
  GetServiceSettingCommand,
  paginateDescribeActivations,
  paginateDescribeInstanceInformation,
  SSMClient,
  type Activation,
  type InstanceInformation,
} from "@aws-sdk/client-ssm";
import { HYBRID_SOURCES, SSM_STANDARD_INSTANCES, SSM_TIER_SETTING } from "../../../config/facts/hybrid-nodes";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { hybridPools } from "../../../config/sites/aws-eks/hybrid/pool";
import type { AwsAccess } from "../../lib/aws/access";
import { all, once } from "../../lib/aws/once";
import type { CheckResult, PreflightCheck } from "../check";

/** Ids that a text names. */
const NAMED = 5;

/** Servers that config counts on, where they join by Systems Manager; null where they do not. */
function serversOf({ cluster, nodeGroups }: AwsEnvironment): number | null {
  if (cluster.hybrid?.credentials.kind !== "ssm") return null;
  const pools = hybridPools({ nodeGroups });
  return pools.length === 0 ? null : pools.reduce((sum, { count }) => sum + count.max, 0);
}

/** Every server that Systems Manager knows in the account and Region, whoever registered it. */
const registered = (aws: AwsAccess): Promise<InstanceInformation[]> =>
  once(aws, "ssm/managed-instances", () => {
    const Filters = [{ Key: "ResourceType", Values: ["ManagedInstance"] }];
    const pages = paginateDescribeInstanceInformation({ client: aws.client(SSMClient) }, { Filters });
    return all(pages, (page) => page.InstanceInformationList);
  });

/** Whether something acts as the role of hybrid nodes, which Systems Manager names with or without a path. */
const isOurs = ({ IamRole }: { readonly IamRole?: string | undefined }, { names }: AwsEnvironment): boolean =>
  IamRole?.split("/").pop() === names.role("hybrid");

/** Registrations that an activation still takes. */
const openOf = ({ Expired, RegistrationLimit = 0, RegistrationsCount = 0 }: Activation): number =>
  Expired ? 0 : Math.max(0, RegistrationLimit - RegistrationsCount);

/** Whether servers can join, and whether more than those could. */
const activations: PreflightCheck = {
  id: "hybrid/activations",
  title: "Servers of the pools are registered, or an activation takes them, and none takes more.",
  actions: ["ssm:DescribeActivations", "ssm:DescribeInstanceInformation"],
  run: async ({ environment, aws }): Promise<CheckResult[]> => {
    const servers = serversOf(environment);
    if (servers === null) return [];
    const subject = environment.names.role("hybrid");
    const pages = paginateDescribeActivations({ client: aws.client(SSMClient) }, {});
    const known = await all(pages, (page) => page.ActivationList);
    const ours = (await registered(aws)).filter((one) => isOurs(one, environment));
    const active = known.filter((one) => isOurs(one, environment) && openOf(one) > 0);
    const open = active.reduce((sum, one) => sum + openOf(one), 0);
    const missing = Math.max(0, servers - ours.length);
    return [standing({ subject, servers, joined: ours.length, open, missing, active, environment }), ...lost(ours)];
  },
};

interface Standing {
  readonly subject: string;
  readonly servers: number;
  readonly joined: number;
  readonly open: number;
  readonly missing: number;
  readonly active: readonly Activation[];
  readonly environment: AwsEnvironment;
}

function standing({ subject, servers, joined, open, missing, active, environment }: Standing): CheckResult {
  const source = HYBRID_SOURCES.credentials.url;
  const have = `${joined} of ${servers} servers are registered`;
  if (open > missing) {
    const ids = active.map(({ ActivationId = "?" }) => ActivationId);
    return {
      verdict: "warning",
      subject,
      text: `${have}, and activations take ${open} more: whoever has their codes joins the cluster with ${open - missing} more`,
      fix: ids
        .slice(0, NAMED)
        .map((id) => `aws ssm delete-activation --region ${environment.region} --activation-id ${id}`)
        .join("\n"),
      source,
    };
  }
  if (missing === 0) return { verdict: "ok", subject, text: have, source };
  if (open === missing) return { verdict: "ok", subject, text: `${have}, and activations take the other ${missing}` };
  const fix = `npx railyard nodeadm ${environment.name} says how an activation is made, once the role is there.`;
  if (joined === 0 && open === 0)
    return { verdict: "ok", subject, text: `no server is registered, and no activation is open`, fix, source };
  return { verdict: "warning", subject, text: `${have}, and activations take ${open} more`, fix, source };
}

/** Servers of which Systems Manager hears nothing: their credentials end within the hour. */
function lost(ours: readonly InstanceInformation[]): CheckResult[] {
  const silent = ours.filter(({ PingStatus }) => PingStatus !== undefined && PingStatus !== "Online");
  if (silent.length === 0) return [];
  const names = silent.slice(0, NAMED).map(({ InstanceId = "?" }) => InstanceId);
  const more = silent.length > NAMED ? ` and ${silent.length - NAMED} more` : "";
  return [
    {
      verdict: "warning",
      subject: "servers without a connection",
      text: `Systems Manager hears nothing of ${names.join(", ")}${more}: they get no new credentials`,
      fix: "Look at the network of these servers and at `systemctl status amazon-ssm-agent`; deregister those that are gone.",
    },
  ];
}

/** Whether the account registers as many servers as it would then have. */
const registrations: PreflightCheck = {
  id: "hybrid/registrations",
  title: "Systems Manager registers the servers beside those that the account has already.",
  actions: ["ssm:DescribeInstanceInformation", "ssm:GetServiceSetting"],
  run: async ({ environment, aws }): Promise<CheckResult[]> => {
    const servers = serversOf(environment);
    if (servers === null) return [];
    const known = await registered(aws);
    const others = known.filter((one) => !isOurs(one, environment)).length;
    const asked = new GetServiceSettingCommand({ SettingId: SSM_TIER_SETTING });
    const { ServiceSetting } = await aws.client(SSMClient).send(asked);
    const tier = ServiceSetting?.SettingValue ?? "not said";
    const subject = `tier ${tier}`;
    const text = `${servers} servers of this environment and ${others} others in the account and Region`;
    if (tier === "advanced" || servers + others <= SSM_STANDARD_INSTANCES)
      return [{ verdict: "ok", subject, text, source: HYBRID_SOURCES.advancedInstances.url }];
    return [
      {
        verdict: "warning",
        subject,
        text: `${text}: more than ${SSM_STANDARD_INSTANCES}, beyond which activations fail`,
        fix: `aws ssm update-service-setting --region ${environment.region} --setting-id ${SSM_TIER_SETTING} --setting-value advanced (billed for each server by the hour), or roles-anywhere`,
        source: HYBRID_SOURCES.advancedInstances.url,
      },
    ];
  },
};

export const HYBRID_SERVER_CHECKS: readonly PreflightCheck[] = [activations, registrations];
