import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { jsonIn } from "../lib/files/read-json";
import { ControlPlaneError } from "./control-plane-error";

/** Any object of Kubernetes, as far as it is read here. */
export interface ApiObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
    readonly ownerReferences?: readonly { readonly kind: string; readonly name: string; readonly uid?: string }[];
  };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as many forms as kinds
  readonly spec?: any;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as many forms as kinds
  readonly status?: any;
  readonly [more: string]: unknown;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** How often a list is asked again where the API server is not ready for it: for half a minute. */
const PATIENT_TRIES = 60;

const NAMES_TYPE = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
const PATCH_TYPE = "application/merge-patch+json";

/** The API of a control plane on this machine. */
export class Api {
  readonly #agent: Agent;

  constructor(
    readonly port: number,
    readonly authority: string,
    readonly token: string,
  ) {
    this.#agent = new Agent({ keepAlive: true, ca: authority, maxSockets: 8 });
  }

  /** Any answer is one, whatever its status. @throws a system error where nobody answers */
  ask(method: Method, path: string, body?: object, accept = "application/json"): Promise<ApiAnswer> {
    return new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const asked = request(
        {
          host: "127.0.0.1",
          port: this.port,
          path,
          method,
          agent: this.#agent,
          headers: {
            authorization: `Bearer ${this.token}`,
            accept,
            ...(text !== undefined && {
              "content-type": method === "PATCH" ? PATCH_TYPE : "application/json",
              "content-length": Buffer.byteLength(text),
            }),
          },
        },
        (response) => {
          const pieces: Buffer[] = [];
          response.on("data", (piece: Buffer) => pieces.push(piece));
          response.on("error", reject);
          response.on("end", () => {
            const answer = Buffer.concat(pieces).toString("utf8");
            resolve({ status: response.statusCode ?? 0, body: jsonIn(answer) ?? answer });
          });
        },
      );
      asked.on("error", reject);
      asked.end(text);
    });
  }

  /** Objects of a list; none where the API has no such kind. @throws ControlPlaneError where it refuses */
  list(path: string): Promise<ApiObject[]> {
    return this.#list(path, "application/json");
  }

  /** The same with their metadata alone: of kinds with large objects that is a hundredth of it. */
  names(path: string): Promise<ApiObject[]> {
    return this.#list(path, NAMES_TYPE);
  }

  async #list(path: string, accept: string): Promise<ApiObject[]> {
    let { status, body } = await this.ask("GET", path, undefined, accept);
    // a kind whose definition is new or changed has no cache yet, and the API says to come again
    for (let tries = 1; status === 429 && tries <= PATIENT_TRIES; tries++) {
      await sleep(500);
      ({ status, body } = await this.ask("GET", path, undefined, accept));
    }
    if (status === 404) return [];
    if (status !== 200)
      throw new ControlPlaneError(`The API server does not list ${path}: ${wordsOf(body)} (HTTP ${status})`);
    return (body as { items?: ApiObject[] }).items ?? [];
  }

  /** @throws ControlPlaneError where the API refuses the object */
  async create(path: string, body: object): Promise<ApiObject> {
    return (await this.#must("POST", path, body)) as ApiObject;
  }

  /** A merge patch. @throws ControlPlaneError where the API refuses it; there being no such object is well */
  async patch(path: string, body: object): Promise<void> {
    await this.#must("PATCH", path, body, [404, 409]);
  }

  /** @throws ControlPlaneError where the API refuses; there being no such object is well */
  async remove(path: string, body?: object): Promise<void> {
    await this.#must("DELETE", path, body, [404, 409]);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #must(method: Method, path: string, body?: object, well: readonly number[] = []): Promise<unknown> {
    const answer = await this.ask(method, path, body);
    if (answer.status < 300 || well.includes(answer.status)) return answer.body;
    throw refused(method, path, answer);
  }
}

/** What the API says of its answer. */
export function wordsOf(body: unknown): string {
  const { message } = (typeof body === "object" && body !== null ? body : {}) as { message?: string };
  return message ?? JSON.stringify(body);
}

const refused = (method: Method, path: string, { status, body }: ApiAnswer): ControlPlaneError =>
  new ControlPlaneError(`The API server refuses ${method} ${path}: ${wordsOf(body)} (HTTP ${status})`);
