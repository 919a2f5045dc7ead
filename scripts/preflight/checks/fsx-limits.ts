import { FSxClient, paginateDescribeFileSystems, type FileSystem } from "@aws-sdk/client-fsx";
import { LUSTRE_DEPLOYMENTS, LUSTRE_SOURCES } from "../../../config/facts/lustre";
import { QUOTAS, type QuotaCode } from "../../../config/facts/quotas";
import type { ResolvedEnvironment } from "../../../config/resolve";
import type { ResolvedLustre } from "../../../config/resolve/lustre";
import type { CheckResult, PreflightCheck } from "../check";
import { all } from "../../lib/aws/once";
import { judgeQuota, QUOTA_ACTIONS, type QuotaNeed } from "../quota";

/** Quotas on storage and on the number of file systems, by deployment type. */
const BY_TYPE = {
  SCRATCH_1: { storage: "L-AD2FC696", count: "L-C48231E5" },
  SCRATCH_2: { storage: "L-AD2FC696", count: "L-C48231E5" },
  PERSISTENT_1: { storage: "L-C8640C82", count: "L-9AFA1F09" },
  PERSISTENT_2: { storage: "L-8F1B9C74", count: "L-FD6F2F22" },
} as const satisfies Record<string, { storage: QuotaCode; count: QuotaCode }>;

const HDD_STORAGE = "L-736F3D6F";
const TIERED_THROUGHPUT = "L-0CD18A5D";
const TIERED_READ_CACHE = "L-B7391FCE";

/** FSx for Lustre: what the account may have of the kind, and what it has. Where a kind is offered, rules tell. */
export const LUSTRE_QUOTAS: PreflightCheck = {
  id: "lustre/quotas",
  title: "The account may have the file system.",
  actions: [...QUOTA_ACTIONS, "fsx:DescribeFileSystems"],
  run: async ({ environment: env, aws }) => {
    const { lustre } = env;
    if (!lustre) return [];
    const pages = paginateDescribeFileSystems({ client: aws.client(FSxClient) }, {});
    const systems = (await all(pages, (page) => page.FileSystems)).filter((one) => one.FileSystemType === "LUSTRE");
    const results: CheckResult[] = [];
    for (const need of needsOf(lustre, systems, env)) results.push(await judgeQuota(aws, need));
    return [...results, ...unknownCache(lustre)];
  },
};

function* needsOf(
  lustre: ResolvedLustre,
  systems: readonly FileSystem[],
  env: ResolvedEnvironment,
): Generator<QuotaNeed> {
  const { deploymentType, storageType } = LUSTRE_DEPLOYMENTS[lustre.size.deployment];
  const { capacityGiB, throughputMBps } = lustre.size;
  const quotas = BY_TYPE[deploymentType];
  const alike = systems.filter((one) => typeOf(one) !== null && BY_TYPE[typeOf(one)!].count === quotas.count);
  const own = alike.filter((one) => isOwn(one, env));
  const usedFrom = "DescribeFileSystems";
  const need = (code: QuotaCode, wanted: number, of: (one: FileSystem) => number): QuotaNeed => {
    const sum = (some: readonly FileSystem[]) => some.reduce((total, one) => total + of(one), 0);
    return {
      code,
      used: sum(alike),
      usedFrom,
      more: Math.max(0, wanted - sum(own)),
      parts: [lustre.config.deployment],
    };
  };
  yield need(quotas.count, 1, () => 1);
  if (capacityGiB !== null) yield need(quotas.storage, capacityGiB, storageOf);
  if (storageType === "HDD" && capacityGiB !== null)
    yield { code: HDD_STORAGE, used: null, usedFrom, more: capacityGiB, parts: [lustre.config.deployment] };
  if (throughputMBps !== null)
    yield need(TIERED_THROUGHPUT, throughputMBps, (one) => one.LustreConfiguration?.ThroughputCapacity ?? 0);
  const cache = userCacheGiB(lustre);
  if (cache !== null)
    yield need(TIERED_READ_CACHE, cache, (one) => one.LustreConfiguration?.DataReadCacheConfiguration?.SizeGiB ?? 0);
}

/** Capacity that is bought: that of Intelligent-Tiering follows use. */
const storageOf = ({ StorageType, StorageCapacity = 0 }: FileSystem): number =>
  StorageType === "INTELLIGENT_TIERING" ? 0 : StorageCapacity;

const isOwn = ({ Tags }: FileSystem, env: ResolvedEnvironment): boolean =>
  Tags?.some(({ Key, Value }) => Key === "railyard:environment" && Value === env.name) ?? false;

function typeOf({ LustreConfiguration }: FileSystem): keyof typeof BY_TYPE | null {
  const type = LustreConfiguration?.DeploymentType;
  return type !== undefined && type in BY_TYPE ? type : null;
}

function userCacheGiB({ config }: ResolvedLustre): number | null {
  if (config.deployment !== "persistent-2-intelligent-tiering") return null;
  return config.readCache.mode === "user-provisioned" ? config.readCache.sizeGiB : null;
}

/** How large AWS makes a cache that follows throughput stands in no document that was read. */
function unknownCache({ config }: ResolvedLustre): CheckResult[] {
  if (config.deployment !== "persistent-2-intelligent-tiering" || config.readCache.mode !== "proportional") return [];
  const subject = `${QUOTAS[TIERED_READ_CACHE].meaning} (${TIERED_READ_CACHE})`;
  const text = "how large AWS makes a cache that is proportional to throughput is not documented";
  const fix = 'Write readCache: { mode: "user-provisioned", sizeGiB: … } to have it counted.';
  return [{ verdict: "unknown", subject, text, fix, source: LUSTRE_SOURCES.limits.url }];
}
