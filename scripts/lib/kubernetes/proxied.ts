import { request } from "node:http";
import { join } from "node:path";
import { jsonIn } from "../files/read-json";
import { networkFailure } from "./cluster-failure";
import { pruned } from "./pruned";
import type { AskCluster, ClusterQuestion, ClusterReply } from "./question";
import { KubectlError, runKubectl, type KubectlRun } from "./run-kubectl";

/** How long an answer may take. */
const LIMIT_MS = 30_000;

/** Metadata in place of objects: what they hold stays in the cluster. */
const METADATA_ONLY = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

export interface ProxyProps extends KubectlRun {
  /** Options that name one cluster. */
  readonly cluster: readonly string[];
  /** Something may be replaced and deleted as well. @default false */
  readonly mayDelete?: boolean;
  /** How long an answer may take, in milliseconds. @default 30000 */
  readonly limitMs?: number;
}

/** A way to the API that is open. */
export interface ProxiedCluster {
  readonly ask: AskCluster;
  readonly close: () => Promise<void>;
}

/**
 * Opens a way to the API of a cluster: `kubectl proxy` on a socket in a folder that nobody else can read. So contexts, exec
 * plugins, client certificates, proxies and certificate authorities are what they are for kubectl, and one process serves all questions.
 * @see https://kubernetes.io/docs/reference/kubectl/generated/kubectl_proxy/
 * @throws ExpectedError where it cannot be opened
 */
export async function openProxy({
  cluster,
  mayDelete = false,
  limitMs = LIMIT_MS,
  ...run
}: ProxyProps): Promise<ProxiedCluster> {
  const socket = join(run.folder, "api.sock");
  const ending = new AbortController();
  const signal = run.signal ? AbortSignal.any([run.signal, ending.signal]) : ending.signal;
  const methods = mayDelete ? "^(PATCH|CONNECT)$" : "^(PUT|PATCH|DELETE|CONNECT)$";
  const args = [...cluster, "proxy", `--unix-socket=${socket}`, `--reject-methods=${methods}`];
  let serves = () => {};
  const ready = new Promise<void>((resolve) => (serves = resolve));
  const ended = runKubectl({ ...run, signal, endsWithUs: true }, args, (line) => {
    if (line.startsWith("Starting to serve")) serves();
  });
  const early = ended.then(({ stderr, stdout }) => {
    const words = (stderr.trim() || stdout.trim() || "it said nothing").slice(-500);
    throw new KubectlError(
      `No way to the cluster was opened: kubectl proxy ended: ${words}\n${networkFailure(words).fix}`,
    );
  });
  await Promise.race([ready, early]);
  early.catch(() => {});
  return {
    ask: (question) => asked(socket, question, limitMs, run.signal),
    close: async () => {
      ending.abort();
      await early.catch(() => {});
    },
  };
}

/** @throws the reason of the signal when it was interrupted */
async function asked(
  socketPath: string,
  question: ClusterQuestion,
  limitMs: number,
  signal?: AbortSignal,
): Promise<ClusterReply> {
  signal?.throwIfAborted();
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await reply(socketPath, question, signal ? AbortSignal.any([signal, limit]) : limit);
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.aborted) return { status: null, body: `no answer in ${limitMs / 1000} s` };
    return { status: null, body: (error as Error).message };
  }
}

function reply(socketPath: string, question: ClusterQuestion, signal: AbortSignal): Promise<ClusterReply> {
  const { method, path, metadataOnly, body } = question;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    host: "localhost",
    accept: metadataOnly ? METADATA_ONLY : "application/json, */*",
    ...(sent !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(sent) }),
  };
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, method, path, headers, signal }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("error", reject);
      answer.once("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        const isJson = /json/.test(answer.headers["content-type"] ?? "");
        resolve({ status: answer.statusCode ?? null, body: isJson ? pruned(jsonIn(text)) : text });
      });
    });
    asking.once("error", reject).end(sent);
  });
}
