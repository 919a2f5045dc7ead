import { parseDocument } from "../../lib/files/documents";
import { rawOf } from "../changes/raw-values";
import type { ReviewedChange } from "../changes/resource-changes";
import { releaseOf } from "./releases";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { capital, listOf, recordOf, valueText } from "./words";

/** Volumes of pods that lead elsewhere than before, let do less, or no longer keep what is on them. */
export function stoppedVolumes(changeSet: ChangeSet): SectionFinding[] {
  const { ofType } = changeSet;
  return ofType("helm_release").flatMap((change) => {
    if (change.action !== "update") return [];
    const [before, after] = [volumesOf(change.before), volumesOf(change.after)];
    return [...before].flatMap(([name, was]) => {
      const is = after.get(name);
      return is ? [...moved(change, name, was, is), ...kept(change, name, was, is)] : [gone(change, name)];
    });
  });
}

interface Volume {
  /** What it leads to, and how it is mounted: the part of a path that pods see hangs on both. */
  readonly place: Readonly<Record<string, string>>;
  readonly keeps: boolean;
}

const about = ["lustre", "checkpoints"];

function moved(change: ReviewedChange, name: string, { place: was }: Volume, { place: is }: Volume) {
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => was[key] !== is[key]);
  if (keys.length === 0) return [];
  return [
    // whoever made the file system, what is lost to pods that start is the same
    findingOn("stops", "danger", change, {
      title: `Volume ${name} leads elsewhere, or is mounted in another way: pods that start from then on do not find what those before them wrote, or may not write it.`,
      details: [
        ...keys.map((key) => `${key}: ${was[key] ?? "nothing"} → ${is[key] ?? "nothing"}`),
        "Pods that run keep what they have mounted. Kubernetes changes no volume that is there: it must be made anew, which pods that use it keep from happening.",
      ],
      about,
    }),
  ];
}

function kept(change: ReviewedChange, name: string, { keeps: was }: Volume, { keeps: is }: Volume): SectionFinding[] {
  if (!was || is) return [];
  const title = `Volume ${name} no longer keeps what is on it: who deletes its claim deletes the storage.`;
  return [findingOn("lost", "danger", change, { title, details: ["Reclaim policy: Retain → Delete."], about })];
}

const gone = (change: ReviewedChange, name: string): SectionFinding =>
  findingOn("stops", "danger", change, {
    title: `${capital(`volume ${name}`)} goes from Helm release ${releaseOf(change).name}: pods that mount it lose it, and none can start with it.`,
    about,
  });

function volumesOf(values: ReviewedChange["before"]): ReadonlyMap<string, Volume> {
  const texts = listOf(rawOf(values)?.["values"]).filter((one): one is string => typeof one === "string");
  const found = texts
    .filter((text) => /PersistentVolume|reclaimPolicy/i.test(text))
    .flatMap((text) => volumesIn(parseDocument(text)?.value));
  return new Map(found);
}

function volumesIn(value: unknown): [string, Volume][] {
  if (Array.isArray(value)) return value.flatMap(volumesIn);
  if (typeof value !== "object" || value === null) return [];
  const object = recordOf(value);
  const own: [string, Volume][] = [];
  const [spec, name] = [recordOf(object["spec"]), String(recordOf(object["metadata"])["name"])];
  if (object["kind"] === "PersistentVolume") own.push([name, volume(spec, spec["persistentVolumeReclaimPolicy"])]);
  if (object["kind"] === "PersistentVolumeClaim")
    own.push([`claim ${String(recordOf(object["metadata"])["namespace"])}/${name}`, claim(spec)]);
  if (object["kind"] === "StorageClass") own.push([`class ${name}`, volume({}, object["reclaimPolicy"])]);
  return [...own, ...Object.values(object).flatMap(volumesIn)];
}

/** Options by which files are read faster or slower, and stay the same files. */
const TUNING =
  /^(?:maximum-throughput-gbps|noatime|flock|cache|metadata-ttl|max-threads|part-size|nconnect|max_connect|rsize|wsize|timeo|retrans)\b/;

function volume(spec: Readonly<Record<string, unknown>>, reclaim: unknown): Volume {
  const csi = recordOf(spec["csi"]);
  const options = listOf(spec["mountOptions"]).map(String);
  const place: Record<string, string> = {};
  const put = (key: string, value: unknown) => {
    if (value !== undefined && value !== null) place[key] = valueText(value);
  };
  for (const key of ["driver", "volumeHandle", "volumeAttributes"]) put(key, csi[key]);
  put(
    "mountOptions",
    options
      .filter((one) => !TUNING.test(one))
      .sort()
      .join(", ") || undefined,
  );
  put("accessModes", spec["accessModes"]);
  for (const key of ["hostPath", "nfs", "local"]) put(key, spec[key]);
  return { place, keeps: reclaim === "Retain" };
}

const claim = (spec: Readonly<Record<string, unknown>>): Volume => ({
  place: { accessModes: valueText(spec["accessModes"]), volumeName: valueText(spec["volumeName"]) },
  keeps: false,
});
