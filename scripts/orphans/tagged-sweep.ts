import {
  paginateGetResources,
  ResourceGroupsTaggingAPIClient,
  type ResourceTagMapping,
} from "@aws-sdk/client-resource-groups-tagging-api";
import { CATALOG } from "../catalog/catalog";
import { isOfCluster, ownTags, tagsOf, type Orphan, type Sweep, type SweepProps } from "./orphan";
import { arnPrice } from "./price";

/** Kinds that the other sweeps know better. */
const ELSEWHERE: readonly RegExp[] = [...CATALOG.values()].flatMap(({ orphan }) =>
  orphan.by === "sweep" ? [orphan.arn] : [],
);

/** Whatever else has a tag of the environment. */
async function tagged({ environment, aws, isStated, clusterRuns }: SweepProps): Promise<Orphan[]> {
  const client = aws.client(ResourceGroupsTaggingAPIClient);
  const found = new Map<string, ResourceTagMapping>();
  const ask = async ([Key, value]: readonly [string, string]) => {
    const TagFilters = [{ Key, Values: [value] }];
    for await (const { ResourceTagMappingList = [] } of paginateGetResources({ client }, { TagFilters }))
      for (const one of ResourceTagMappingList) found.set(one.ResourceARN ?? "", one);
  };
  await Promise.all(ownTags(environment).map(ask));
  return [...found]
    .filter(([arn]) => !ELSEWHERE.some((known) => known.test(arn)) && !isStated(arn) && !isStatedId(arn, isStated))
    .filter(([, { Tags }]) => !(clusterRuns && isOfCluster(tagsOf(Tags), environment)))
    .map(([id]) => ({
      kind: "tagged resource",
      id,
      createdAt: null,
      why: `it has the environment's tag, and no state has it; ${isKey(id) ? KEY : "AWS may list it for some time after it is gone"}`,
      usdPerMonth: arnPrice(id, environment.region),
      removal: "never",
    }));
}

const isKey = (arn: string): boolean => arn.split(":")[2] === "kms";

/** @see https://docs.aws.amazon.com/kms/latest/developerguide/deleting-keys.html */
const KEY = "a deleted key waits for 7 to 30 days: aws kms describe-key says so";

/** `…:natgateway/nat-0123456789abcdef0`: states have no ARN of some types. A name proves nothing: others may be called so. */
function isStatedId(arn: string, isStated: (id: string) => boolean): boolean {
  const id = arn.split(/[:/]/).at(-1) ?? "";
  return /-[0-9a-f]{8,}$/.test(id) && isStated(id);
}

export const TAGGED_SWEEP: Sweep = { what: "tagged resources", call: "tag:GetResources", find: tagged };
