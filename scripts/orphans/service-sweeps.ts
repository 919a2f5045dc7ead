import { CloudWatchLogsClient, paginateDescribeLogGroups, type LogGroup } from "@aws-sdk/client-cloudwatch-logs";
import {
  DescribeTagsCommand,
  ElasticLoadBalancingV2Client,
  paginateDescribeLoadBalancers,
  type LoadBalancer,
} from "@aws-sdk/client-elastic-load-balancing-v2";
import { logGroupName, LOG_SUBJECTS } from "../../config/logs/logs";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import { isOfCluster, isOwn, tagsOf, type Orphan, type Sweep, type SweepProps, type Tags } from "./orphan";
import { loadBalancerPrice, logGroupPrice } from "./price";
import { resourcePart } from "../../stacks/storage/names";

/** Load balancers that one call of DescribeTags takes. */
const TAGS_OF = 20;

async function loadBalancers(props: SweepProps): Promise<Orphan[]> {
  const { environment, aws, isStated, clusterRuns } = props;
  const client = aws.client(ElasticLoadBalancingV2Client);
  const all: LoadBalancer[] = [];
  for await (const { LoadBalancers = [] } of paginateDescribeLoadBalancers({ client }, {})) all.push(...LoadBalancers);
  const tags = new Map<string, Tags>();
  for (let from = 0; from < all.length; from += TAGS_OF) {
    const ResourceArns = all.slice(from, from + TAGS_OF).map(({ LoadBalancerArn = "" }) => LoadBalancerArn);
    const { TagDescriptions = [] } = await client.send(new DescribeTagsCommand({ ResourceArns }));
    for (const { ResourceArn = "", Tags } of TagDescriptions) tags.set(ResourceArn, tagsOf(Tags));
  }
  return all.flatMap(({ LoadBalancerArn: id = "", LoadBalancerName, CreatedTime, Type, DNSName }): Orphan[] => {
    const own = tags.get(id) ?? new Map<string, string>();
    if (!isOwn(own, environment) || isStated(id) || (clusterRuns && isOfCluster(own, environment))) return [];
    const stack =
      own.get("service.k8s.aws/stack") ?? own.get("ingress.k8s.aws/stack") ?? own.get("kubernetes.io/service-name");
    const of = stack === undefined ? "" : ` of ${stack}`;
    return [
      {
        kind: "load balancer",
        id,
        createdAt: CreatedTime ?? null,
        why: `${Type} ${LoadBalancerName}${of} (${DNSName}): its controller was gone before its Service or Ingress`,
        usdPerMonth: loadBalancerPrice(Type ?? "", environment.region),
        removal: isOfCluster(own, environment) ? "safe" : "never",
      },
    ];
  });
}

/** Names that EKS, the stacks and FSx give, with a slash at the end for all below. */
function logGroupNames({ name, names, storage }: AwsEnvironment): string[] {
  return [
    `/aws/eks/${names.cluster}/`,
    `/aws/containerinsights/${names.cluster}/`,
    ...[...new Set(["lustre", ...storage.map((volume) => resourcePart(volume))])].map(
      (part) => `/aws/fsx/${names.resource(part)}`,
    ),
    `/aws/vpc/flow-logs/${name}`,
    ...LOG_SUBJECTS.map((subject) => logGroupName(name, subject)),
  ];
}

async function logGroups({ environment, aws, isStated, clusterRuns }: SweepProps): Promise<Orphan[]> {
  const client = aws.client(CloudWatchLogsClient);
  const found: LogGroup[] = [];
  for (const name of logGroupNames(environment)) {
    for await (const { logGroups: page = [] } of paginateDescribeLogGroups({ client }, { logGroupNamePrefix: name }))
      found.push(...page.filter((one) => name.endsWith("/") || one.logGroupName === name));
  }
  return found
    .filter(
      ({ logGroupName = "" }) =>
        !isStated(logGroupName) && !(clusterRuns && logGroupName.includes(`/${environment.names.cluster}/`)),
    )
    .map(({ logGroupName: id = "", creationTime, storedBytes = 0, retentionInDays }) => ({
      kind: "log group",
      id,
      createdAt: creationTime === undefined ? null : new Date(creationTime),
      why: `${kept(retentionInDays)}: a service wrote into it after Terraform had deleted it, or made it`,
      usdPerMonth: logGroupPrice(storedBytes, environment.region),
      removal: environment.production ? "named" : "safe",
    }));
}

const kept = (days: number | undefined) => (days === undefined ? "kept for ever" : `kept for ${days} days`);

export const SERVICE_SWEEPS: readonly Sweep[] = [
  { what: "load balancers", call: "elasticloadbalancing:DescribeLoadBalancers", find: loadBalancers },
  { what: "log groups", call: "logs:DescribeLogGroups", find: logGroups },
];
