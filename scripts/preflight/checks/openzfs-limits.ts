import { FSxClient, paginateDescribeFileSystems, type FileSystem } from "@aws-sdk/client-fsx";
import type { QuotaCode } from "../../../config/facts/quotas";
import { openzfsOf } from "../../../config/storage/fsx-openzfs/per-volume";
import type { ResolvedOpenzfs } from "../../../config/storage/fsx-openzfs/resolve";
import type { CheckResult, PreflightCheck } from "../check";
import { all } from "../../lib/aws/once";
import { isOwn } from "../own-resource";
import { judgeQuota, QUOTA_ACTIONS } from "../quota";

interface Counted {
  readonly code: QuotaCode;
  readonly wants: (volume: ResolvedOpenzfs) => number;
  readonly takes: (one: FileSystem) => number;
}

/** What a file system takes of the account. */
const COUNTED: readonly Counted[] = [
  { code: "L-59D0763F", wants: () => 1, takes: () => 1 },
  {
    code: "L-88479C21",
    wants: ({ config }) => config.capacityGiB,
    takes: ({ StorageType, StorageCapacity = 0 }) => (StorageType === "INTELLIGENT_TIERING" ? 0 : StorageCapacity),
  },
  {
    code: "L-4EDE4065",
    wants: ({ config }) => config.throughputMBps,
    takes: (one) => one.OpenZFSConfiguration?.ThroughputCapacity ?? 0,
  },
  {
    code: "L-E24B4DE4",
    wants: ({ iops }) => iops,
    takes: (one) => one.OpenZFSConfiguration?.DiskIopsConfiguration?.Iops ?? 0,
  },
];

/** FSx for OpenZFS: what the account may have, and what it has. Where a deployment is offered, rules tell. */
export const OPENZFS_QUOTAS: PreflightCheck = {
  id: "openzfs/quotas",
  title: "The account may have the OpenZFS file systems.",
  actions: [...QUOTA_ACTIONS, "fsx:DescribeFileSystems"],
  run: async ({ environment: env, aws }) => {
    const volumes = openzfsOf(env);
    if (volumes.length === 0) return [];
    const pages = paginateDescribeFileSystems({ client: aws.client(FSxClient) }, {});
    const systems = (await all(pages, (page) => page.FileSystems)).filter((one) => one.FileSystemType === "OPENZFS");
    const own = systems.filter(({ Tags }) => isOwn(Tags, env));
    const results: CheckResult[] = [];
    for (const { code, wants, takes } of COUNTED) {
      const sum = (some: readonly FileSystem[]) => some.reduce((total, one) => total + takes(one), 0);
      const wanted = volumes.reduce((total, volume) => total + wants(volume), 0);
      results.push(
        await judgeQuota(aws, {
          code,
          used: sum(systems),
          usedFrom: "DescribeFileSystems",
          more: Math.max(0, wanted - sum(own)),
          parts: volumes.map(({ name }) => name),
        }),
      );
    }
    return results;
  },
};
