import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "../../lib/aws/proxy";
import { routedFetch, type RoutedFetch } from "../../lib/aws/routed-fetch";
import { ExpectedError } from "../../lib/errors/expected-error";

/** GitHub refused, or could not be reached. */
export class GitHubError extends ExpectedError {
  constructor(
    message: string,
    /** HTTP status; 0 without an answer. */
    readonly status: number,
  ) {
    super(message);
  }
}

export interface GitHubProps {
  /** Says of proxy and certificates (HTTPS_PROXY, NO_PROXY, AWS_CA_BUNDLE), as for everything that Railyard asks. */
  readonly env: Env;
  readonly token: string;
  /** `owner/name` */
  readonly repository: string;
  /** @default "https://api.github.com" */
  readonly apiUrl?: string | undefined;
  /** @default "https://api.github.com/graphql" */
  readonly graphqlUrl?: string | undefined;
  /** Seconds before the first repetition; each further one waits twice as long. @default 2 */
  readonly patienceSeconds?: number | undefined;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

const ATTEMPTS = 4;
const LONGEST_WAIT_SECONDS = 60;
const TIMEOUT_MS = 30_000;
const PAGE = 100;

/**
 * The part of GitHub's REST API that one repository's workflows need.
 * @see https://docs.github.com/en/rest
 */
export class GitHub {
  readonly #props: GitHubProps;
  readonly #fetch: RoutedFetch;

  constructor(props: GitHubProps) {
    this.#props = props;
    this.#fetch = routedFetch(props.env);
  }

  /** @param path below the repository, such as `/issues/7/comments` */
  request<T>(method: Method, path: string, body?: object): Promise<T> {
    const { repository, apiUrl = "https://api.github.com" } = this.#props;
    return this.#answer<T>(method, `${apiUrl}/repos/${repository}${path}`, body);
  }

  /** Every item of a list, page by page. */
  async list<T>(path: string): Promise<T[]> {
    const items: T[] = [];
    for (let page = 1; ; page += 1) {
      const separator = path.includes("?") ? "&" : "?";
      const found = await this.request<T[]>("GET", `${path}${separator}per_page=${PAGE}&page=${page}`);
      items.push(...found);
      if (found.length < PAGE) return items;
    }
  }

  /**
   * What REST does not tell. @param variables beside `owner` and `name`, which are those of the repository
   * @see https://docs.github.com/en/graphql
   */
  async graphql<T>(query: string, variables: Readonly<Record<string, unknown>>): Promise<T> {
    const { repository, graphqlUrl = "https://api.github.com/graphql" } = this.#props;
    const [owner, name] = repository.split("/");
    const body = { query, variables: { owner, name, ...variables } };
    const { data, errors = [] } = await this.#answer<GraphqlAnswer<T>>("POST", graphqlUrl, body);
    // an answer that is not whole is none
    if (data && errors.length === 0) return data;
    throw new GitHubError(`POST ${graphqlUrl}: ${errors.map(({ message }) => message).join("; ") || "no data"}`, 200);
  }

  async #answer<T>(method: Method, url: string, body?: object): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#send(method, url, body);
      if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
      const wait = attempt < ATTEMPTS ? this.#waitSeconds(method, answer, attempt) : null;
      if (wait === null) throw await refusal(method, url, answer);
      await answer.body?.cancel();
      await sleep(wait * 1000);
    }
  }

  async #send(method: Method, url: string, body: object | undefined): Promise<Response> {
    const { token } = this.#props;
    try {
      return await this.#fetch(url, {
        method,
        headers: {
          accept: "application/vnd.github+json",
          authorization: `Bearer ${token}`,
          "x-github-api-version": "2022-11-28",
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      const { message, cause } = error as Error;
      throw new GitHubError(
        `${method} ${pathOf(url)}: GitHub was not reached: ${cause instanceof Error ? cause.message : message}`,
        0,
      );
    }
  }

  /**
   * Seconds until another attempt may go better; null when none will. What was too much at once was not done; after a
   * fault nobody knows whether it was, so that only what does no harm twice is asked again.
   */
  #waitSeconds(method: Method, { status, headers }: Response, attempt: number): number | null {
    const retryAfter = Number(headers.get("retry-after"));
    const tooMuch = status === 429 || (status === 403 && retryAfter > 0);
    const fault = status >= 500 && method !== "POST";
    if (!tooMuch && !fault) return null;
    const own = (this.#props.patienceSeconds ?? 2) * 2 ** (attempt - 1);
    return Math.min(retryAfter > 0 ? retryAfter : own, LONGEST_WAIT_SECONDS);
  }
}

interface GraphqlAnswer<T> {
  readonly data?: T;
  readonly errors?: readonly { readonly message: string }[];
}

/** Below the repository. */
const pathOf = (url: string): string => url.replace(/^.*?\/repos\/[^/]+\/[^/]+/, "");

async function refusal(method: Method, url: string, answer: Response): Promise<GitHubError> {
  const path = pathOf(url);
  const text = await answer.text();
  let message = text.slice(0, 200);
  try {
    message = (JSON.parse(text) as { message?: string }).message ?? message;
  } catch {
    // a proxy's page
  }
  const hint =
    answer.status === 403 || answer.status === 404 ? "\nDoes the job have the permission that its workflow names?" : "";
  return new GitHubError(`${method} ${path}: GitHub answered ${answer.status}: ${message}${hint}`, answer.status);
}
