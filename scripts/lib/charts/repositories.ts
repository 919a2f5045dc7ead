import { createHash } from "node:crypto";
import { registryOf } from "../../../config/facts/image-names";
import { jsonIn } from "../files/read-json";
import { releasesInIndex, releasesOfTags } from "./chart-index";
import type { ChartRelease } from "./chart-release";

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>;

/** A repository of charts gave no answer. */
export class RepositoryError extends Error {
  override readonly name = "RepositoryError";
}

/** How long one answer may take. */
const TIMEOUT_MS = 60_000;
/** How much of one answer is read: the largest indexes have some tens of MiB. */
const MOST_BYTES = 128 * 2 ** 20;
/** Pages of tags that are read. Registries give 100 to 1000 in one, and signatures are tags, too. */
const MOST_PAGES = 100;

/** What a registry may answer of an image: a list of platforms first. */
const MANIFESTS = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");

/** Registries take no larger ones. */
const MOST_MANIFEST_BYTES = 4 * 2 ** 20;

const isManifest = (body: Buffer): boolean => {
  const read = jsonIn(body.toString("utf8"));
  return typeof read === "object" && read !== null && ("manifests" in read || "layers" in read);
};

/** Repositories of charts, each index fetched once. */
export class Repositories {
  readonly #fetch: Fetch;
  readonly #indexes = new Map<string, Promise<string>>();

  constructor(fetcher: Fetch) {
    this.#fetch = fetcher;
  }

  /**
   * Published releases of a chart, newest first.
   * @param most how many are kept. @default - enough to find one that fits
   * @throws RepositoryError in words
   */
  async releases(repository: string, chart: string, most?: number): Promise<ChartRelease[]> {
    const found = repository.startsWith("oci://")
      ? releasesOfTags(await this.#tags(`${repository.slice("oci://".length)}/${chart}`), most)
      : await this.#indexed(repository, chart, most);
    if (found === null || found.length === 0) throw new RepositoryError(`${repository} has no release of ${chart}`);
    return found;
  }

  /**
   * Digest of what a tag of an image is today: of the list of its platforms, where it is one for several. It is counted from
   * the answer itself, so that no header is believed.
   * @param image with its registry; without a tag `latest` is asked for @throws RepositoryError in words
   * @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests
   */
  async digest(image: string): Promise<string> {
    const { registry, path } = registryOf(image);
    const colon = path.lastIndexOf(":");
    const [name, tag] = colon < 0 ? [path, "latest"] : [path.slice(0, colon), path.slice(colon + 1)];
    const url = `https://${registry === "docker.io" ? "registry-1.docker.io" : registry}/v2/${name}/manifests/${tag}`;
    const response = await this.#authorized(url, { accept: MANIFESTS });
    if (response.status === 404) throw new RepositoryError(`${registry} has no ${name}:${tag}`);
    if (!response.ok) throw new RepositoryError(`${url} answered ${response.status}`);
    const body = await bytesOf(response, url);
    const given = response.headers.get("docker-content-digest");
    const counted = `sha256:${createHash("sha256").update(body).digest("hex")}`;
    if (!isManifest(body) || (given !== null && given !== counted))
      throw new RepositoryError(`${url} answered something else than the manifest of ${image}`);
    return counted;
  }

  /** Asks again with a token where a registry gives one to anybody. */
  async #authorized(url: string, headers: Record<string, string>): Promise<Response> {
    const response = await ask(this.#fetch, url, TIMEOUT_MS, headers);
    if (response.status !== 401) return response;
    const token = await this.#token(response.headers.get("www-authenticate") ?? "", url);
    return ask(this.#fetch, url, TIMEOUT_MS, { ...headers, authorization: `Bearer ${token}` });
  }

  async #indexed(repository: string, chart: string, most: number | undefined): Promise<ChartRelease[] | null> {
    const url = `${repository.replace(/\/$/, "")}/index.yaml`;
    const index = this.#indexes.get(url) ?? fetchText(this.#fetch, url);
    this.#indexes.set(url, index);
    try {
      return releasesInIndex(await index, chart, most);
    } catch (error) {
      if (error instanceof SyntaxError) throw new RepositoryError(`${url} is no index of charts: ${error.message}`);
      throw error;
    }
  }

  /** @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-tags */
  async #tags(name: string): Promise<string[]> {
    const [host = "", ...path] = name.split("/");
    const tags: string[] = [];
    let next: string | null = `https://${host}/v2/${path.join("/")}/tags/list?n=1000`;
    let token: string | null = null;
    for (let page = 0; next !== null; page += 1) {
      const url: string = next;
      // tags come in the order of letters: those that are left out may be the newest
      if (page === MOST_PAGES) throw new RepositoryError(`${url} lists more than ${MOST_PAGES} pages of tags`);
      let response = await this.#ask(url, token);
      if (response.status === 401 && token === null) {
        token = await this.#token(response.headers.get("www-authenticate") ?? "", url);
        response = await this.#ask(url, token);
      }
      if (!response.ok) throw new RepositoryError(`${url} answered ${response.status}`);
      const answer = (await response.json().catch(() => null)) as { tags?: unknown } | null;
      if (!Array.isArray(answer?.tags)) throw new RepositoryError(`${url} lists no tags`);
      tags.push(...answer.tags.filter((tag): tag is string => typeof tag === "string"));
      const link = /<([^>]+)>\s*;\s*rel="?next"?/.exec(response.headers.get("link") ?? "")?.[1];
      const following: URL | null = link === undefined ? null : new URL(link, url);
      // the token is for this registry alone
      if (following && following.origin !== new URL(url).origin)
        throw new RepositoryError(`${url} goes on in another registry: ${following.origin}`);
      next = following?.href ?? null;
    }
    return tags;
  }

  /** A token for anybody. @see https://distribution.github.io/distribution/spec/auth/token/ */
  async #token(challenge: string, url: string): Promise<string> {
    const asked = Object.fromEntries(
      [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    );
    const { realm, service, scope } = asked;
    if (!/^bearer\s/i.test(challenge) || realm === undefined || !realm.startsWith("https://"))
      throw new RepositoryError(`${url} asks for a login`);
    const query = new URLSearchParams({ ...(service && { service }), ...(scope && { scope }) });
    const response = await get(this.#fetch, `${realm}?${query}`);
    const answer = (await response.json().catch(() => null)) as { token?: unknown; access_token?: unknown } | null;
    const token = answer?.token ?? answer?.access_token;
    if (typeof token !== "string") throw new RepositoryError(`${realm} gave no token`);
    return token;
  }

  #ask(url: string, token: string | null): Promise<Response> {
    return ask(this.#fetch, url, TIMEOUT_MS, token === null ? {} : { authorization: `Bearer ${token}` });
  }
}

/**
 * The whole text at an address. A large one takes its time, and may end in the middle.
 * @param timeoutMs how long it may take @throws RepositoryError in words
 */
export async function fetchText(fetch: Fetch, url: string, timeoutMs = TIMEOUT_MS): Promise<string> {
  const response = await get(fetch, url, timeoutMs);
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  try {
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > MOST_BYTES) break;
      text += decoder.decode(piece, { stream: true });
    }
  } catch (error) {
    throw unanswered(url, error);
  }
  if (size > MOST_BYTES) throw new RepositoryError(`${url} answered more than ${MOST_BYTES / 2 ** 20} MiB`);
  return text + decoder.decode();
}

async function bytesOf(response: Response, url: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > MOST_MANIFEST_BYTES) break;
      pieces.push(piece);
    }
  } catch (error) {
    throw unanswered(url, error);
  }
  if (size > MOST_MANIFEST_BYTES)
    throw new RepositoryError(`${url} answered more than ${MOST_MANIFEST_BYTES / 2 ** 20} MiB`);
  return Buffer.concat(pieces);
}

async function get(fetch: Fetch, url: string, timeoutMs = TIMEOUT_MS): Promise<Response> {
  const response = await ask(fetch, url, timeoutMs);
  if (!response.ok) throw new RepositoryError(`${url} answered ${response.status}`);
  return response;
}

async function ask(
  fetch: Fetch,
  url: string,
  timeoutMs: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw unanswered(url, error);
  }
}

function unanswered(url: string, error: unknown): RepositoryError {
  const { cause, message, name } = error as Error & { cause?: { code?: string } };
  return new RepositoryError(`${url} gave no answer: ${name === "TimeoutError" ? name : (cause?.code ?? message)}`);
}
