import {
  paginateGetResources,
  ResourceGroupsTaggingAPIClient,
  type ResourceTagMapping,
} from "@aws-sdk/client-resource-groups-tagging-api";
import { isOfCluster, ownTags, tagsOf, type Orphan, type Sweep, type SweepProps } from "./orphan";
import { arnPrice } from "./price";

/** Kinds that the other sweeps know better. */
const ELSEWHERE =
  /:ec2:[^:]*:[^:]*:(volume|snapshot|network-interface)\/|:elasticloadbalancing:.*:loadbalancer\/|:logs:.*:log-group:/;

/** Whatever else has a tag of the environment. */
async function tagged({ environment, aws, isStated, clusterRuns }: SweepProps): Promise<Orphan[]> {
  const client = aws.client(ResourceGroupsTaggingAPIClient);
  const found = new Map<string, ResourceTagMapping>();
  const ask = async ([Key, value]: readonly [string, string | null]) => {
    const TagFilters = [{ Key, ...(value !== null && { Values: [value] }) }];
    for await (const { ResourceTagMappingList = [] } of paginateGetResources({ client }, { TagFilters }))
      for (const one of ResourceTagMappingList) found.set(one.ResourceARN ?? "", one);
  };
  await Promise.all(ownTags(environment).map(ask));
  return [...found]
    .filter(([arn]) => !ELSEWHERE.test(arn) && !isStated(arn) && !isStated(lastPart(arn)))
    .filter(([, { Tags }]) => !(clusterRuns && isOfCluster(tagsOf(Tags), environment)))
    .map(([id]) => ({
      kind: "tagged resource",
      id,
      createdAt: null,
      why: "it has the environment's tag, and no state has it; AWS may list it for some time after it is gone",
      usdPerMonth: arnPrice(id, environment.region),
      removal: "never",
    }));
}

/** `…:vpc/vpc-0123` → `vpc-0123`: states have ids of some types only. */
const lastPart = (arn: string): string => arn.split(/[:/]/).at(-1) ?? "";

export const TAGGED_SWEEP: Sweep = { what: "tagged resources", call: "tag:GetResources", find: tagged };
