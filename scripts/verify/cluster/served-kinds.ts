import { isPlain, record } from "../../../config/kernel/plain";
import type { ClusterApi } from "../../lib/kubernetes/cluster-api";
import { ClusterCallError } from "../../lib/kubernetes/cluster-failure";

/** Where objects of a kind are. */
export interface ServedKind {
  /** List of all of them: `/apis/apps/v1/deployments`. */
  readonly path: string;
  readonly namespaced: boolean;
}

/** Kinds that a cluster serves, asked once for each version of an API. */
export class ServedKinds {
  readonly #known = new Map<string, Promise<ReadonlyMap<string, ServedKind>>>();

  constructor(private readonly api: ClusterApi) {}

  /** Null: the cluster has no such kind. */
  async find(apiVersion: string, kind: string): Promise<ServedKind | null> {
    const known = this.#known.get(apiVersion) ?? this.#ask(apiVersion);
    this.#known.set(apiVersion, known);
    return (await known).get(kind) ?? null;
  }

  async #ask(apiVersion: string): Promise<Map<string, ServedKind>> {
    const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    let resources: unknown;
    try {
      resources = record(await this.api.get(root))["resources"];
    } catch (error) {
      if (error instanceof ClusterCallError && error.failure.kind === "not-found") return new Map();
      throw error;
    }
    const found = new Map<string, ServedKind>();
    for (const { name, kind, namespaced } of Array.isArray(resources) ? resources.filter(isPlain) : [])
      // what has a slash is a part of another one, such as its status
      if (typeof name === "string" && typeof kind === "string" && !name.includes("/"))
        found.set(kind, { path: `${root}/${name}`, namespaced: namespaced === true });
    return found;
  }
}
