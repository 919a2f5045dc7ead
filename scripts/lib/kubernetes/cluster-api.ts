import { isPlain, record } from "../../../config/kernel/plain";
import { ClusterCallError, clusterFailure } from "./cluster-failure";
import type { AskCluster, ClusterQuestion } from "./question";

/** Objects of one page. */
const PAGE = 500;

/** What is read of any object. */
export interface ClusterObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly deletionTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly [more: string]: unknown;
}

export interface ListOptions {
  /** @see ClusterQuestion.metadataOnly */
  readonly metadataOnly?: boolean;
  readonly labelSelector?: string;
}

/** Questions to the API of a cluster, each asked once: checks that run at the same time share the answers. */
export class ClusterApi {
  readonly #ask: AskCluster;
  readonly #lists = new Map<string, Promise<readonly ClusterObject[]>>();

  constructor(ask: AskCluster) {
    this.#ask = ask;
  }

  /** @throws ClusterCallError where there is no answer */
  async get(path: string): Promise<unknown> {
    return this.#answer({ method: "GET", path });
  }

  /** An object, or null where there is none of the name or of the kind. @throws ClusterCallError where there is no answer */
  async find(path: string): Promise<ClusterObject | null> {
    try {
      return (await this.get(path)) as ClusterObject;
    } catch (error) {
      if (error instanceof ClusterCallError && error.failure.kind === "not-found") return null;
      throw error;
    }
  }

  /** All objects of a list, or none where the cluster has no such kind. @throws ClusterCallError where there is no answer */
  list(path: string, { metadataOnly = false, labelSelector }: ListOptions = {}): Promise<readonly ClusterObject[]> {
    const name = JSON.stringify([path, metadataOnly, labelSelector]);
    const known = this.#lists.get(name) ?? this.#pages(path, metadataOnly, labelSelector);
    this.#lists.set(name, known);
    return known;
  }

  /** Gives the API an object, such as a review, which it answers and does not keep. @throws ClusterCallError */
  async post(path: string, body: object): Promise<unknown> {
    return this.#answer({ method: "POST", path, body });
  }

  /** Puts an object in the place of that of its name and version. @throws ClusterCallError */
  async replace(path: string, body: object): Promise<unknown> {
    return this.#answer({ method: "PUT", path, body });
  }

  /** Deletes an object; there being none is well. @throws ClusterCallError */
  async remove(path: string): Promise<void> {
    const question: ClusterQuestion = { method: "DELETE", path };
    const { status, body } = await this.#ask(question);
    if (status !== null && (status < 300 || status === 404)) return;
    throw new ClusterCallError(clusterFailure(question, { status, body }), status);
  }

  async #pages(path: string, metadataOnly: boolean, labelSelector: string | undefined): Promise<ClusterObject[]> {
    const found: ClusterObject[] = [];
    for (let next = ""; ;) {
      const query = new URLSearchParams({ limit: String(PAGE) });
      if (labelSelector) query.set("labelSelector", labelSelector);
      if (next) query.set("continue", next);
      const question: ClusterQuestion = {
        method: "GET",
        path: `${path}?${query}`,
        ...(metadataOnly && { metadataOnly }),
      };
      let page;
      try {
        page = record(await this.#answer(question));
      } catch (error) {
        if (error instanceof ClusterCallError && error.failure.kind === "not-found") return found;
        throw error;
      }
      const { items, metadata } = page;
      if (Array.isArray(items)) found.push(...items.filter(isObject));
      const more = record(metadata)["continue"];
      if (typeof more !== "string" || more === "") return found;
      next = more;
    }
  }

  async #answer(question: ClusterQuestion): Promise<unknown> {
    const reply = await this.#ask(question);
    if (reply.status !== null && reply.status < 300) return reply.body;
    throw new ClusterCallError(clusterFailure(question, reply), reply.status);
  }
}

const isObject = (value: unknown): value is ClusterObject =>
  isPlain(value) && typeof record(value["metadata"])["name"] === "string";
