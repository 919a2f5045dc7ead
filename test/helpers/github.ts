import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { GitHub } from "../../scripts/dev/ci/github";

/** A request that the pretended GitHub got. */
export interface Asked {
  readonly method: string;
  /** Below the repository, with its query. */
  readonly path: string;
  readonly body: unknown;
  readonly headers: IncomingMessage["headers"];
}

export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeGitHub {
  readonly url: string;
  readonly asked: Asked[];
  /** `POST /issues`, in order. */
  readonly calls: () => string[];
  readonly github: GitHub;
  /** What a step gets in its environment. */
  readonly env: Readonly<Record<string, string>>;
}

const REPOSITORY = "acme/cluster";

/** Runs something against a server that answers as told. @param answer what to answer; undefined is 404 */
export async function withGitHub(
  answer: (asked: Asked) => Answer | undefined,
  run: (fake: FakeGitHub) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const path = (request.url ?? "").replace(`/repos/${REPOSITORY}`, "");
      const one = {
        method: request.method ?? "",
        path,
        body: text ? (JSON.parse(text) as unknown) : null,
        headers: request.headers,
      };
      asked.push(one);
      const { status = 200, body = {}, headers = {} } = answer(one) ?? { status: 404, body: { message: "Not Found" } };
      response.writeHead(status, { "content-type": "application/json", connection: "close", ...headers });
      response.end(status === 204 ? undefined : typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await run({
      url,
      asked,
      calls: () => asked.map(({ method, path }) => `${method} ${path}`),
      github: new GitHub({
        env: {},
        token: "token",
        repository: REPOSITORY,
        apiUrl: url,
        graphqlUrl: `${url}/graphql`,
        patienceSeconds: 0.01,
      }),
      env: {
        GITHUB_API_URL: url,
        GITHUB_GRAPHQL_URL: `${url}/graphql`,
        GITHUB_TOKEN: "token",
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_SERVER_URL: "https://github.com",
        GITHUB_RUN_ID: "7",
      },
    });
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}
