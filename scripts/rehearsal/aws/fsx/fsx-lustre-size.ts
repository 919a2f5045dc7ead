import { LUSTRE_INTELLIGENT_TIERING, LUSTRE_METADATA_IOPS, LUSTRE_SOURCES } from "../../../../config/facts/lustre";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { blockOf, numberOf, textOf } from "../../attribute-values";
import { stepsOf, type LustreShape } from "./fsx-lustre-shape";
import { FSX_SOURCES } from "./fsx-sources";
import { badRequest } from "../../cloud/refusals";

/** What FSx refuses of the size and speed of a new or changed file system. @param first whether it is a new one */
export function* refuseSize(shape: LustreShape, object: Attributes, first: boolean): Iterable<Refusal> {
  yield* throughput(shape);
  yield* capacity(shape, object, first);
  yield* wholeThroughput(shape);
  yield* readCache(shape, object);
  yield* metadata(shape);
}

function* throughput({ deployment, facts, throughput: given }: LustreShape): Iterable<Refusal> {
  const { throughputs } = facts;
  if (given === null ? throughputs.length === 0 : throughputs.includes(given)) return;
  yield {
    code: "InvalidPerUnitStorageThroughput",
    message:
      throughputs.length === 0
        ? `per_unit_storage_throughput is ${given}, and ${deployment} has none`
        : `per_unit_storage_throughput is ${given}; ${deployment} takes ${throughputs.join(", ")}`,
    source: FSX_SOURCES.createLustre,
  };
}

function* capacity(shape: LustreShape, object: Attributes, first: boolean): Iterable<Refusal> {
  const { deployment, capacityGiB, facts, throughput: tier } = shape;
  if (facts.capacity === null) {
    if (capacityGiB !== null)
      yield badRequest(`storage_capacity is ${capacityGiB}, and ${deployment} grows as it is used`, FSX_SOURCES.create);
    return;
  }
  if (capacityGiB === null) {
    if (textOf(object, "backup_id") === null)
      yield badRequest("storage_capacity is not given, and only a backup can do without", FSX_SOURCES.create);
    return;
  }
  const steps = stepsOf(shape);
  if (!steps) return;
  const sizes = first ? steps.firstGiB : [];
  if (sizes.includes(capacityGiB) || capacityGiB % steps.stepGiB === 0) return;
  const what = `${deployment}${tier === null ? "" : ` at ${tier} MB/s/TiB`}${shape.efa ? " with EFA" : ""}`;
  const legal = [...sizes.map((each) => `${each}`), `multiples of ${steps.stepGiB}`].join(", ");
  yield badRequest(
    `storage_capacity is ${capacityGiB} GiB; ${what} takes ${legal}`,
    shape.efa ? LUSTRE_SOURCES.efa.url : first ? FSX_SOURCES.create : FSX_SOURCES.update,
  );
}

function* wholeThroughput({ deployment, throughputMBps: given }: LustreShape): Iterable<Refusal> {
  const { throughputStepMBps: step, throughputMaxMBps: max } = LUSTRE_INTELLIGENT_TIERING;
  if (deployment !== "persistent-2-intelligent-tiering") {
    if (given !== null)
      yield badRequest(
        `throughput_capacity is ${given}, and only Intelligent-Tiering has it`,
        FSX_SOURCES.createLustre,
      );
  } else if (given === null || given % step !== 0 || given > max)
    yield badRequest(
      `throughput_capacity is ${given}; Intelligent-Tiering takes multiples of ${step} up to ${max}`,
      FSX_SOURCES.createLustre,
    );
}

function* readCache({ deployment, throughputMBps }: LustreShape, object: Attributes): Iterable<Refusal> {
  const cache = blockOf(object, "data_read_cache_configuration");
  if (deployment !== "persistent-2-intelligent-tiering") {
    if (cache)
      yield badRequest(
        "data_read_cache_configuration is given, and only Intelligent-Tiering has it",
        FSX_SOURCES.createLustre,
      );
    return;
  }
  if (!cache) {
    yield badRequest("data_read_cache_configuration is required with Intelligent-Tiering", FSX_SOURCES.createLustre);
    return;
  }
  if (textOf(cache, "sizing_mode") !== "USER_PROVISIONED") return;
  const { readCacheGiB, throughputStepMBps } = LUSTRE_INTELLIGENT_TIERING;
  const units = (throughputMBps ?? throughputStepMBps) / throughputStepMBps;
  const [least, most] = [readCacheGiB.min * units, readCacheGiB.max * units];
  const size = numberOf(cache, "size");
  if (size !== null && size >= least && size <= most) return;
  yield badRequest(`size of the read cache is ${size} GiB; it is ${least} to ${most}`, FSX_SOURCES.readCache);
}

function* metadata({ deployment, facts, metadata: given }: LustreShape): Iterable<Refusal> {
  if (!given) {
    if (facts.metadata === "required")
      yield badRequest("metadata_configuration is required with Intelligent-Tiering", FSX_SOURCES.createLustre);
    return;
  }
  if (facts.metadata === "none") {
    yield badRequest(`metadata_configuration is given, and ${deployment} has none`, FSX_SOURCES.createLustre);
    return;
  }
  const tiering = facts.storageType === "INTELLIGENT_TIERING";
  if (tiering && given.mode === "AUTOMATIC")
    yield badRequest(
      `mode of metadata is ${given.mode}; Intelligent-Tiering takes USER_PROVISIONED`,
      FSX_SOURCES.createMetadata,
    );
  if (given.mode !== "USER_PROVISIONED" || given.iops === null) return;
  const { intelligentTiering, ssd } = LUSTRE_METADATA_IOPS;
  const steps: readonly number[] = tiering ? intelligentTiering : ssd.steps;
  const isMultiple = !tiering && given.iops % ssd.multiple === 0 && given.iops <= ssd.max;
  if (steps.includes(given.iops) || isMultiple) return;
  const more = tiering ? "" : `, and multiples of ${ssd.multiple} up to ${ssd.max}`;
  yield badRequest(
    `iops of metadata is ${given.iops}; it takes ${steps.join(", ")}${more}`,
    FSX_SOURCES.createMetadata,
  );
}
