import { FSxClient, paginateDescribeFileSystems, type FileSystem } from "@aws-sdk/client-fsx";
import { LUSTRE_DEPLOYMENTS, LUSTRE_SOURCES } from "../../../config/facts/lustre";
import { QUOTAS, type QuotaCode } from "../../../config/facts/quotas";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { ResolvedLustre } from "../../../config/storage/fsx-lustre/resolve";
import { lustresOf } from "../../../config/storage/fsx-lustre/per-file-system";
import type { CheckResult, PreflightCheck } from "../check";
import { all } from "../../lib/aws/once";
import { isOwn } from "../own-resource";
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
    const lustres = lustresOf(env);
    if (lustres.length === 0) return [];
    const pages = paginateDescribeFileSystems({ client: aws.client(FSxClient) }, {});
    const systems = (await all(pages, (page) => page.FileSystems)).filter((one) => one.FileSystemType === "LUSTRE");
    const results: CheckResult[] = [];
    for (const need of needsOf(
      lustres.flatMap((lustre) => [...wantsOf(lustre)]),
      systems,
      env,
    ))
      results.push(await judgeQuota(aws, need));
    return [...results, ...lustres.flatMap(unknownCache)];
  },
};

/** What one file system takes of a quota. */
interface Want {
  readonly code: QuotaCode;
  readonly amount: number;
  readonly deployment: string;
  /** Which file systems count, and what each of them takes; null: AWS does not tell it. */
  readonly counted: { readonly of: QuotaCode; readonly take: (one: FileSystem) => number } | null;
}

function* wantsOf(lustre: ResolvedLustre): Generator<Want> {
  const { deploymentType, storageType } = LUSTRE_DEPLOYMENTS[lustre.size.deployment];
  const { capacityGiB, throughputMBps } = lustre.size;
  const { deployment } = lustre.config;
  const quotas = BY_TYPE[deploymentType];
  const want = (code: QuotaCode, amount: number, take: (one: FileSystem) => number): Want => ({
    code,
    amount,
    deployment,
    counted: { of: quotas.count, take },
  });
  yield want(quotas.count, 1, () => 1);
  if (capacityGiB !== null) yield want(quotas.storage, capacityGiB, storageOf);
  if (storageType === "HDD" && capacityGiB !== null)
    yield { code: HDD_STORAGE, amount: capacityGiB, deployment, counted: null };
  if (throughputMBps !== null)
    yield want(TIERED_THROUGHPUT, throughputMBps, (one) => one.LustreConfiguration?.ThroughputCapacity ?? 0);
  const cache = userCacheGiB(lustre);
  if (cache !== null)
    yield want(TIERED_READ_CACHE, cache, (one) => one.LustreConfiguration?.DataReadCacheConfiguration?.SizeGiB ?? 0);
}

/** A quota is one for all file systems of an environment: their wants are added up. */
function needsOf(wants: readonly Want[], systems: readonly FileSystem[], env: AwsEnvironment): QuotaNeed[] {
  return [...new Set(wants.map(({ code }) => code))].map((code) => {
    const all = wants.filter((want) => want.code === code);
    const wanted = all.reduce((total, { amount }) => total + amount, 0);
    const parts = [...new Set(all.map(({ deployment }) => deployment))];
    const counted = all[0]?.counted;
    if (!counted) return { code, used: null, usedFrom: USED_FROM, more: wanted, parts };
    const alike = systems.filter((one) => typeOf(one) !== null && BY_TYPE[typeOf(one)!].count === counted.of);
    const sum = (some: readonly FileSystem[]) => some.reduce((total, one) => total + counted.take(one), 0);
    const own = sum(alike.filter(({ Tags }) => isOwn(Tags, env)));
    return { code, used: sum(alike), usedFrom: USED_FROM, more: Math.max(0, wanted - own), parts };
  });
}

const USED_FROM = "DescribeFileSystems";

/** Capacity that is bought: that of Intelligent-Tiering follows use. */
const storageOf = ({ StorageType, StorageCapacity = 0 }: FileSystem): number =>
  StorageType === "INTELLIGENT_TIERING" ? 0 : StorageCapacity;

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
