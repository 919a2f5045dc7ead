import { gunzipSync } from "node:zlib";
import { record } from "../../../config/kernel/plain";
import type { ClusterObject } from "../../lib/kubernetes/cluster-api";
import { jsonIn } from "../../lib/files/read-json";
import { parseYaml } from "../../lib/files/read-yaml";

/** An object that a release has made: what it is, and nothing of what is in it. */
export interface ReleasedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Null: that of the release, where the kind has namespaces. */
  readonly namespace: string | null;
}

/** What a cluster keeps of a release that was installed. */
export interface StoredRelease {
  readonly chart: string;
  readonly version: string;
  readonly objects: readonly ReleasedObject[];
}

/** Kinds that end by themselves, and go. */
const PASSING = new Set(["Job", "Pod"]);

/**
 * Reads the Secret in which Helm keeps a revision: JSON, zipped, in base64, which the API gives in base64 once more.
 * Only names leave this function: the manifest has Secrets of the release.
 * @returns null where it is none
 * @see https://github.com/helm/helm/blob/v3.19.0/pkg/storage/driver/util.go
 */
export function storedRelease(secret: ClusterObject): StoredRelease | null {
  const data = record(secret["data"])["release"];
  if (typeof data !== "string") return null;
  const bytes = Buffer.from(Buffer.from(data, "base64").toString("latin1"), "base64");
  let text: string;
  try {
    text = (bytes.subarray(0, 2).equals(Buffer.of(0x1f, 0x8b)) ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch {
    return null;
  }
  const { chart, manifest } = record(jsonIn(text));
  const { name, version } = record(record(chart)["metadata"]);
  if (typeof name !== "string" || typeof version !== "string" || typeof manifest !== "string") return null;
  return { chart: name, version, objects: manifest.split(/^---\s*$/m).flatMap(objectOf) };
}

function objectOf(text: string): ReleasedObject[] {
  // templates that gave nothing leave comments
  if (!/^kind:/m.test(text) && !text.trimStart().startsWith("{")) return [];
  const { apiVersion, kind, metadata } = record(parseYaml(text, { name: "A manifest of Helm" }).value);
  const { name, namespace } = record(metadata);
  if (typeof apiVersion !== "string" || typeof kind !== "string" || typeof name !== "string") return [];
  if (PASSING.has(kind)) return [];
  return [{ apiVersion, kind, name, namespace: typeof namespace === "string" ? namespace : null }];
}
