import type { HostSetting, SettingCondition, TuningPurpose } from "../facts/host-setting";
import { HOST_SETTINGS, LUSTRE_TUNING_ABOVE } from "../facts/host-settings";
import type { ImageSetting } from "../facts/image-settings";
import { isPlain } from "../kernel/plain";
import type { ResolvedPool } from "../pools/pool";
import type { WrittenTuning } from "./schema";
import type { ResolvedSetting, ResolvedTuning } from "./tuning";

/** What is known of the nodes of a pool, as far as settings follow from it. */
export interface TunedNode {
  readonly pool: Pick<ResolvedPool, "hardware" | "fabric" | "gpus" | "sharing" | "count">;
  /** Whether no hypervisor is below; null: unknown, and nothing that needs it is a default. */
  readonly bareMetal: boolean | null;
  /** See {@link ResolvedTuning.lustre}; what AWS says of clients holds for its own file systems alone. */
  readonly lustre: ResolvedTuning["lustre"];
  /** What their image has. */
  readonly image: readonly ImageSetting[];
  /** Whether whoever looks after them chose the kernel, and with it the modules that there are. */
  readonly ownKernel: boolean;
}

const CONDITIONS: Readonly<Record<SettingCondition, (node: TunedNode) => boolean>> = {
  fabric: ({ pool }) => pool.fabric.devices > 0,
  "huge-pages": ({ pool }) => pool.fabric.hugepagesMiB > 0,
  rails: ({ pool }) => pool.fabric.rdma !== null,
  coherent: ({ pool: { hardware } }) => hardware.arch === "arm64" && hardware.nvlink?.multiNode === true,
  "lustre-many-cpus": ({ lustre, pool }) => isFsx(lustre) && manyCpus(pool),
  "lustre-tcp-many-cpus": ({ lustre, pool }) => lustre === "tcp" && manyCpus(pool),
  "lustre-much-memory": ({ lustre, pool }) =>
    isFsx(lustre) && pool.hardware.memoryMiB > LUSTRE_TUNING_ABOVE.memoryGiB * 1024,
  "bare-metal": ({ bareMetal }) => bareMetal === true,
  "bare-metal-x86": ({ bareMetal, pool }) => bareMetal === true && pool.hardware.arch === "amd64",
  "bare-metal-arm64": ({ bareMetal, pool }) => bareMetal === true && pool.hardware.arch === "arm64",
  "bare-metal-fabric": ({ bareMetal, pool }) => bareMetal === true && pool.fabric.devices > 0,
  "vm-host": ({ pool }) => pool.sharing.workload !== "container",
  "vm-host-x86": ({ pool }) => pool.sharing.workload !== "container" && pool.hardware.arch === "amd64",
  "own-kernel": ({ ownKernel }) => ownKernel,
};

const isFsx = (lustre: ResolvedTuning["lustre"]): boolean => lustre === "tcp" || lustre === "rdma";

const manyCpus = ({ hardware }: TunedNode["pool"]): boolean => hardware.vcpus > LUSTRE_TUNING_ABOVE.vcpus;

/** Words of config that mean: as it is. */
const LEFT = new Set<unknown>(["image", "firmware"]);

/** Words of config for what the program calls otherwise. */
const WORDS: Readonly<Record<string, string>> = { unlimited: "infinity" };

/** What nodes are for where config does not say: a fabric is bought for training. */
export const purposeOf = ({ fabric, gpus }: TunedNode["pool"]): TuningPurpose =>
  fabric.devices > 0 && gpus ? "training" : gpus ? "inference" : "cpu";

/**
 * The settings of a pool: defaults of its purpose and hardware, with what config says over them. Where the image has a value
 * that is as good, it is the image's.
 */
export function resolveTuning(written: WrittenTuning | undefined, node: TunedNode): ResolvedTuning | null {
  if (written === undefined) return null;
  const purpose = written.purpose ?? purposeOf(node.pool);
  const given = writtenValues(written);
  const known = HOST_SETTINGS.flatMap((row): ResolvedSetting[] => {
    const value = given.get(keyOf(row.path));
    if (value === undefined)
      return row.purposes.includes(purpose) && row.when.every((each) => CONDITIONS[each](node))
        ? [setting(row, defaultValue(row, node), "default", node)]
        : [];
    return LEFT.has(value) ? [] : [setting(row, textOf(value), "config", node)];
  });
  const rows = new Set(HOST_SETTINGS.map(({ path }) => keyOf(path)));
  const others = [...given].flatMap(([key, value]): ResolvedSetting[] => {
    const [group, name] = JSON.parse(key) as [string, string?];
    if (rows.has(key) || name === undefined || LEFT.has(value)) return [];
    const kind = OPEN[group];
    return kind === undefined ? [] : [setting(ownRow(group, name, kind), textOf(value), "config", node)];
  });
  return {
    purpose,
    bareMetal: node.bareMetal,
    lustre: node.lustre,
    gate: written.gate ?? "none",
    maxCordoned: written.gate === "cordon" ? (written.maxCordoned ?? tenth(node.pool.count.max)) : null,
    settings: [...known, ...others],
  };
}

/** As Kubernetes counts the share of a daemon that is updated at a time. */
const tenth = (nodes: number): number => Math.max(1, Math.ceil(nodes / 10));

/** Groups of keys whose names config may choose. */
const OPEN: Readonly<Record<string, HostSetting["kind"]>> = {
  sysctl: "sysctl",
  kernelArguments: "kernel-argument",
  modules: "module",
};

const ownRow = (group: string, name: string, kind: HostSetting["kind"]): HostSetting => ({
  path: [group, name],
  kind,
  at: name,
  value: "",
  compare: "equal",
  purposes: [],
  when: [],
  // nobody has told what it does to programs
  disturbs: true,
  mayLack: null,
  why: "Config asks for it.",
  source: "",
});

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

/** Values of config by the JSON of their path, but for what is no setting. */
function writtenValues({ purpose: _, gate: __, maxCordoned: ___, ...written }: WrittenTuning): Map<string, unknown> {
  return new Map(
    Object.entries(written).flatMap(([group, value]): [string, unknown][] =>
      isPlain(value)
        ? Object.entries(value).flatMap(([name, one]): [string, unknown][] =>
            one === undefined ? [] : [[keyOf([group, name]), one]],
          )
        : value === undefined
          ? []
          : [[keyOf([group]), value]],
    ),
  );
}

const textOf = (value: unknown): string => WORDS[String(value)] ?? String(value);

const defaultValue = ({ value }: HostSetting, { pool }: TunedNode): string =>
  typeof value === "string" ? value : String(value.perCpu * pool.hardware.vcpus);

function setting(row: HostSetting, value: string, from: ResolvedSetting["from"], node: TunedNode): ResolvedSetting {
  const { path, kind, at, compare, disturbs, mayLack, why, source } = row;
  const has = node.image.find((one) => one.kind === kind && one.at === at);
  const suffices =
    has !== undefined &&
    (has.value === value || (compare === "at-least" && Number(has.value) >= Number(value) && from === "default"));
  return {
    path,
    kind,
    at,
    value,
    // a value that somebody wrote is meant
    compare: from === "config" && kind !== "hugepages" ? "equal" : compare,
    from,
    by: suffices || kind === "kernel-argument" ? "image" : "railyard",
    disturbs,
    mayLack,
    why,
    source: source === "" ? null : source,
  };
}
