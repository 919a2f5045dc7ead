import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { record } from "../../config/kernel/plain";
import { ExpectedError } from "../lib/errors/expected-error";
import { parseJson } from "../lib/files/read-json";
import type { ClusterApi } from "../lib/kubernetes/cluster-api";
import { ClusterCallError } from "../lib/kubernetes/cluster-failure";
import { parseEvidence } from "./evidence";
import type { EvidenceStore } from "./store";

/** What the API takes of a ConfigMap, less room for what is around it, bytes. @see https://kubernetes.io/docs/concepts/configuration/configmap/ */
const MOST = 1_000_000;
const PACKED = "evidence.json.gz";
const TEXT = "evidence.md";

/** The last evidence, as a ConfigMap of the namespace of weekly runs: their account has no right outside of the cluster. */
export function clusterStore(api: ClusterApi, { namespace, name }: Readonly<Record<"namespace" | "name", string>>) {
  const list = `/api/v1/namespaces/${namespace}/configmaps`;
  const place = `ConfigMap ${name} of namespace ${namespace}`;
  const store: EvidenceStore = {
    place,
    before: () =>
      inWords(`${place} cannot be read`, async () => {
        const found = await api.find(`${list}/${name}`);
        const packed = record(found?.["binaryData"])[PACKED];
        if (typeof packed !== "string") return null;
        try {
          return parseEvidence(parseJson(gunzipSync(Buffer.from(packed, "base64")).toString(), { name: place }));
        } catch {
          throw new ExpectedError(`${place} is no evidence of verify: delete it, and nothing is compared with it.`);
        }
      }),
    keep: (folder) =>
      inWords(`${place} cannot be written`, async () => {
        const packed = gzipSync(readFileSync(join(folder, "evidence.json"))).toString("base64");
        const text = readFileSync(join(folder, TEXT), "utf8");
        if (packed.length > MOST)
          throw new ExpectedError(`${place} has no room for this evidence: ${packed.length} bytes, and ${MOST} go in.`);
        const fits = packed.length + Buffer.byteLength(text) <= MOST;
        const there = await api.find(`${list}/${name}`);
        const version = record(there?.metadata)["resourceVersion"];
        const object = {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name, namespace, ...(typeof version === "string" && { resourceVersion: version }) },
          binaryData: { [PACKED]: packed },
          data: { [TEXT]: fits ? text : `It is too long to be here as text: it is in ${PACKED}.\n` },
        };
        await (there ? api.replace(`${list}/${name}`, object) : api.post(list, object));
      }),
  };
  return store;
}

async function inWords<T>(what: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof ClusterCallError)) throw error;
    throw new ExpectedError(`${what}: ${error.failure.text}\n${error.failure.fix}`);
  }
}
