import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** A test that runs kubectl. Without one it is skipped and says so; in CI it fails. */
export function kubectlTest(name: string, run: () => Promise<void>): void {
  const missing = spawnSync("kubectl", ["version", "--client"]).error !== undefined;
  if (!missing || process.env["CI"] === "true") {
    test(name, run);
    return;
  }
  process.stderr.write(`Skipped, since kubectl is missing: ${name}\n`);
  test.skip(name, run);
}

/** What a server that stands for the Kubernetes API answers: status and JSON, a text, or nothing at all. */
export type Served =
  | { readonly status?: number; readonly json: unknown }
  | { readonly status: number; readonly text: string }
  | null;

export interface ServedApi {
  readonly host: string;
  /** `GET /path accept`, in their order. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

/** A server on this machine that answers by method and path. */
export async function serveApi(answer: (question: string, request: IncomingMessage) => Served): Promise<ServedApi> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const question = `${request.method} ${request.url}`;
    asked.push(question);
    const served = answer(question, request);
    if (served === null) return;
    const isText = "text" in served;
    response.writeHead(served.status ?? 200, { "content-type": isText ? "text/plain" : "application/json" });
    response.end(isText ? served.text : JSON.stringify(served.json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `http://127.0.0.1:${port}`,
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A kubeconfig with the contexts, each of one cluster. @returns its path */
export function kubeconfig(folder: string, contexts: Readonly<Record<string, string>>, more: object = {}): string {
  const file = join(folder, "config");
  const names = Object.keys(contexts);
  const value = {
    apiVersion: "v1",
    kind: "Config",
    clusters: names.map((name) => ({ name, cluster: { server: contexts[name], ...more } })),
    users: names.map((name) => ({ name, user: { token: `${name}-token` } })),
    contexts: names.map((name) => ({ name, context: { cluster: name, user: name } })),
  };
  writeFileSync(file, JSON.stringify(value));
  return file;
}
