import {
  automaticMetadataIops,
  capacityStep,
  LUSTRE_INTELLIGENT_TIERING,
  LUSTRE_METADATA_IOPS,
  LUSTRE_SOURCES,
  type CapacityStep,
} from "../../facts/lustre";
import { QUOTA_SOURCES, QUOTAS, type QuotaCode } from "../../facts/quotas";
import { orList } from "../../kernel/nearest";
import type { LustreConfig } from "./lustre-schema";
import type { AwsRule } from "../../sites/aws-eks/rule";

const capacityIncrement: AwsRule = {
  id: "lustre/capacity-increment",
  title: "The size of the file system is one that FSx makes for its deployment, throughput and EFA.",
  severity: "error",
  why: "FSx refuses other sizes when it creates the file system, after VPC and cluster stand.",
  source: LUSTRE_SOURCES.capacity.url,
  *check({ env: { lustre } }) {
    if (!lustre || lustre.size.capacityGiB === null) return;
    const { deployment, throughput, efa, capacityGiB } = lustre.size;
    const step = capacityStep(deployment, throughput, efa);
    if (!step || isLegal(capacityGiB, step)) return;
    const kind = [deployment, ...(throughput ? [`at ${throughput} MB/s/TiB`] : []), ...(efa ? ["with EFA"] : [])];
    const sizes = [...step.firstGiB.map(String), `multiples of ${step.stepGiB}`];
    yield {
      path: ["lustre", "capacityGiB"],
      message: `${capacityGiB} GiB is no size of ${kind.join(" ")}; sizes are ${orList(sizes)} GiB`,
      fix: `write capacityGiB: ${orList(neighbours(capacityGiB, step).map(String))}`,
    };
  },
};

const isLegal = (gib: number, { firstGiB, stepGiB }: CapacityStep): boolean =>
  firstGiB.includes(gib) || gib % stepGiB === 0;

/** Nearest legal sizes below and above. */
function neighbours(gib: number, { firstGiB, stepGiB }: CapacityStep): number[] {
  const multiple = Math.floor(gib / stepGiB) * stepGiB;
  const legal = [...firstGiB, ...(multiple > 0 ? [multiple] : []), multiple + stepGiB];
  const below = legal.filter((size) => size < gib);
  const above = legal.filter((size) => size > gib);
  return [...(below.length ? [Math.max(...below)] : []), Math.min(...above)];
}

const metadataIops: AwsRule = {
  id: "lustre/metadata-iops",
  title: "Metadata operations are a number that FSx sells.",
  severity: "error",
  why: "FSx refuses other numbers when it creates or changes the file system.",
  source: LUSTRE_SOURCES.metadata.url,
  *check({ env: { lustre } }) {
    if (lustre?.config.deployment !== "persistent-2-ssd" || lustre.config.metadata.mode === "automatic") return;
    const { iops } = lustre.config.metadata;
    const { steps, multiple, max } = LUSTRE_METADATA_IOPS.ssd;
    const legal: number[] = [...steps, ...Array.from({ length: max / multiple }, (_, i) => (i + 1) * multiple)];
    if (legal.includes(iops)) return;
    const near = [legal.findLast((n) => n < iops), legal.find((n) => n > iops)].filter((n) => n !== undefined);
    yield {
      path: ["lustre", "metadata", "iops"],
      message: `${iops} metadata IOPS are not for sale; ${orList(steps.map(String))} are, and multiples of ${multiple} up to ${max}`,
      fix: `write iops: ${orList(near.map(String))}, or metadata: { mode: "automatic" }`,
    };
  },
};

const metadataBelowAutomatic: AwsRule = {
  id: "lustre/metadata-below-automatic",
  title: "Metadata operations that are asked for are no fewer than AWS gives without being asked.",
  severity: "warning",
  why: "Automatic mode grows with the capacity; held below it, listing, opening and deleting files is slower.",
  source: LUSTRE_SOURCES.metadata.url,
  *check({ env: { lustre } }) {
    if (lustre?.config.deployment !== "persistent-2-ssd" || lustre.config.metadata.mode === "automatic") return;
    const { iops } = lustre.config.metadata;
    const automatic = automaticMetadataIops(lustre.config.capacityGiB);
    if (iops >= automatic) return;
    yield {
      path: ["lustre", "metadata", "iops"],
      message: `${iops} metadata IOPS are fewer than the ${automatic} that automatic mode gives ${lustre.config.capacityGiB} GiB`,
      fix: `write metadata: { mode: "automatic" }, or iops: ${automatic} or more`,
    };
  },
};

const intelligentStep: AwsRule = {
  id: "lustre/intelligent-step",
  title: "The throughput of an Intelligent-Tiering file system is a multiple of 4000 MB/s.",
  severity: "error",
  why: "FSx refuses anything between.",
  source: LUSTRE_SOURCES.efa.url,
  *check({ env: { lustre } }) {
    if (lustre?.config.deployment !== "persistent-2-intelligent-tiering") return;
    const { throughputMBps } = lustre.config;
    const step = LUSTRE_INTELLIGENT_TIERING.throughputStepMBps;
    if (throughputMBps % step === 0) return;
    const below = Math.floor(throughputMBps / step) * step;
    yield {
      path: ["lustre", "throughputMBps"],
      message: `${throughputMBps} MB/s is not a multiple of ${step}`,
      fix: `write throughputMBps: ${below} or ${below + step}`,
    };
  },
};

const readCacheRange: AwsRule = {
  id: "lustre/read-cache-range",
  title: "The read cache of an Intelligent-Tiering file system fits its throughput.",
  severity: "error",
  why: "FSx takes 32 to 131072 GiB of cache for every 4000 MB/s and refuses the rest.",
  source: "https://docs.aws.amazon.com/fsx/latest/APIReference/API_LustreReadCacheConfiguration.html",
  *check({ env: { lustre } }) {
    if (lustre?.config.deployment !== "persistent-2-intelligent-tiering") return;
    const { readCache, throughputMBps } = lustre.config;
    if (readCache.mode !== "user-provisioned") return;
    const { readCacheGiB, throughputStepMBps } = LUSTRE_INTELLIGENT_TIERING;
    const servers = Math.max(1, Math.floor(throughputMBps / throughputStepMBps));
    const [least, most] = [readCacheGiB.min * servers, readCacheGiB.max * servers];
    if (readCache.sizeGiB >= least && readCache.sizeGiB <= most) return;
    yield {
      path: ["lustre", "readCache", "sizeGiB"],
      message: `${readCache.sizeGiB} GiB of read cache is out of range: with ${throughputMBps} MB/s it is ${least} to ${most} GiB`,
      fix: `write sizeGiB: ${readCache.sizeGiB < least ? least : most}, or readCache: { mode: "proportional" }`,
    };
  },
};

const quotaDefault: AwsRule = {
  id: "lustre/quota-default",
  title: "The file system is within the quota that a new account has.",
  severity: "warning",
  why: "Beyond its quota FSx refuses to create or grow the file system; raising it takes AWS days. Config does not know what your account has.",
  source: QUOTA_SOURCES.fsx.url,
  *check({ env: { lustre, region } }) {
    if (!lustre) return;
    for (const { code, key, amount } of quotasOf(lustre.config)) {
      const { default: limit, meaning, unit } = QUOTAS[code];
      if (limit === null || amount <= limit) continue;
      yield {
        path: ["lustre", ...key],
        message: `${amount} ${unit} is above ${limit} ${unit}, the default of the quota ${code} (${meaning})`,
        fix: `ask for at least ${amount} in Service Quotas, ${region}, quota ${code}; when you have it, name this rule in ignoreRules`,
      };
    }
  },
};

interface Use {
  readonly code: QuotaCode;
  readonly key: readonly string[];
  readonly amount: number;
}

function quotasOf(config: LustreConfig): Use[] {
  switch (config.deployment) {
    case "scratch-2":
      return [{ code: "L-AD2FC696", key: ["capacityGiB"], amount: config.capacityGiB }];
    case "persistent-1-ssd":
      return [{ code: "L-C8640C82", key: ["capacityGiB"], amount: config.capacityGiB }];
    case "persistent-1-hdd":
      return [{ code: "L-736F3D6F", key: ["capacityGiB"], amount: config.capacityGiB }];
    case "persistent-2-ssd":
      return [{ code: "L-8F1B9C74", key: ["capacityGiB"], amount: config.capacityGiB }];
    case "persistent-2-intelligent-tiering": {
      const throughput: Use = { code: "L-0CD18A5D", key: ["throughputMBps"], amount: config.throughputMBps };
      if (config.readCache.mode !== "user-provisioned") return [throughput];
      return [throughput, { code: "L-B7391FCE", key: ["readCache", "sizeGiB"], amount: config.readCache.sizeGiB }];
    }
  }
}

export const LUSTRE_SIZE_RULES: readonly AwsRule[] = [
  capacityIncrement,
  metadataIops,
  metadataBelowAutomatic,
  intelligentStep,
  readCacheRange,
  quotaDefault,
];
