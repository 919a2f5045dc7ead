import { setTimeout as sleep } from "node:timers/promises";
import { isPlain, record } from "../../../config/kernel/plain";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { ClusterApi, ClusterObject } from "../../lib/kubernetes/cluster-api";
import { ClusterCallError, rethrowInWords } from "../../lib/kubernetes/cluster-failure";
import { daemonSetObject, NAMESPACE, namespaceObject } from "./look-objects";
import type { SeenHost } from "./read-host";
import { isWhole, readLook } from "./read-look";

const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;
const REMOVE = `kubectl delete namespace ${NAMESPACE}`;

export interface LookProps {
  /** It must be allowed to delete. */
  readonly api: ClusterApi;
  readonly labels: Readonly<Record<string, string>>;
  /** Names of nodes that are waited for: those that are ready. */
  readonly nodes: readonly string[];
  readonly image: string;
  /** How long pods may take to start and print. @default 180 */
  readonly seconds?: number;
  /** @default 1 */
  readonly pollSeconds?: number;
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}

/** What was seen of hosts. */
export interface Looked {
  readonly hosts: ReadonlyMap<string, SeenHost>;
  /** Why hosts were not seen, in words. */
  readonly missing: readonly string[];
}

/**
 * Looks at hosts with a DaemonSet, and removes everything that it made, also where it fails or is interrupted.
 * @throws ExpectedError where it may not be made, or something of an earlier look is there
 */
export async function lookAtHosts(props: LookProps): Promise<Looked> {
  const { api, labels, image, signal, tell } = props;
  signal.throwIfAborted();
  try {
    await api.post("/api/v1/namespaces", namespaceObject());
  } catch (error) {
    if (!(error instanceof ClusterCallError)) throw error;
    // somebody else's look, or one that was killed: not ours to remove
    if (error.status === 409)
      throw new ExpectedError(
        `The namespace ${NAMESPACE} is there: somebody looks at hosts now, or such a look was killed. When it is nobody's: ${REMOVE}`,
      );
    throw new ExpectedError(`Nothing was made: ${error.failure.text}\n${error.failure.fix}`);
  }
  const stopped = () =>
    tell(`Interrupted: removing the namespace ${NAMESPACE}. Interrupted again, it stays: ${REMOVE}`);
  signal.addEventListener("abort", stopped, { once: true });
  try {
    await api.post(`/apis/apps/v1/namespaces/${NAMESPACE}/daemonsets`, daemonSetObject(labels, image));
    return await printed(props);
  } catch (error) {
    rethrowInWords(error, ({ text, fix }) => `${text}\n${fix}`);
  } finally {
    signal.removeEventListener("abort", stopped);
    await removed(props);
  }
}

/** Waits until every node has printed, or the time is over. */
async function printed({ api, nodes, seconds = 180, pollSeconds = 1, signal, tell }: LookProps): Promise<Looked> {
  const hosts = new Map<string, SeenHost>();
  const problems = new Map<string, string>();
  const deadline = performance.now() + seconds * 1000;
  let pods: readonly ClusterObject[] = [];
  let reported = -1;
  for (;;) {
    pods = itemsOf(await api.get(PODS));
    for (const pod of pods) {
      const node = record(pod.spec)["nodeName"];
      if (typeof node !== "string" || hosts.has(node) || record(pod.status)["phase"] !== "Running") continue;
      const log = await logOf(api, pod.metadata.name);
      const host = readLook(log.text);
      if (host) hosts.set(node, host);
      problems.set(node, log.problem);
      signal.throwIfAborted();
    }
    if (hosts.size !== reported) tell(`${hosts.size} of ${nodes.length} hosts looked at`);
    reported = hosts.size;
    const waiting = nodes.filter((name) => !hosts.has(name));
    if (waiting.length === 0) return { hosts, missing: [] };
    if (performance.now() > deadline)
      return {
        hosts,
        missing: await Promise.all(
          waiting.map(
            async (name) =>
              `${name} was not looked at in ${seconds} s: ${problems.get(name) ?? (await whyNot(api, name, pods))}`,
          ),
        ),
      };
    await sleep(pollSeconds * 1000, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** What a pod has printed, and why not all can be read, in words. @throws ClusterCallError where that is not allowed */
async function logOf(api: ClusterApi, pod: string): Promise<{ text: string; problem: string }> {
  try {
    const text = await api.get(`${PODS}/${pod}/log`);
    return typeof text === "string"
      ? { text, problem: isWhole(text) ? "it shows no device" : "its pod has printed a part only" }
      : { text: "", problem: "what its pod printed is no text" };
  } catch (error) {
    if (error instanceof ClusterCallError && error.failure.kind !== "forbidden")
      return { text: "", problem: error.failure.text };
    throw error;
  }
}

/** Why nothing was read of a host, as its pod or the cluster says it. */
async function whyNot(api: ClusterApi, node: string, pods: readonly ClusterObject[]): Promise<string> {
  const pod = pods.find(({ spec }) => record(spec)["nodeName"] === node);
  if (!pod) return (await refusal(api)) ?? "it got no pod";
  const [status] = itemsIn(record(pod.status)["containerStatuses"]);
  const { reason, message } = record(record(status?.["state"])["waiting"]);
  const words = typeof reason === "string" ? `${reason}${typeof message === "string" ? `: ${message}` : ""}` : "";
  return words.replace(/\s+/g, " ").slice(0, 300) || `its pod is ${String(record(pod.status)["phase"])}`;
}

/** Why the DaemonSet makes no pods; null: nobody says. */
async function refusal(api: ClusterApi): Promise<string | null> {
  const events = itemsOf(await api.get(`/api/v1/namespaces/${NAMESPACE}/events`));
  const found = events.find((event) => event["reason"] === "FailedCreate");
  return typeof found?.["message"] === "string" ? found["message"] : null;
}

/** Removes the namespace, and waits until it is gone. */
async function removed({ api, pollSeconds = 1, tell }: LookProps): Promise<void> {
  try {
    await api.remove(`/api/v1/namespaces/${NAMESPACE}`);
    for (let waited = 0; waited < 60; waited += 1) {
      if ((await api.find(`/api/v1/namespaces/${NAMESPACE}`)) === null) return;
      await sleep(pollSeconds * 1000);
    }
    tell(`The namespace ${NAMESPACE} is being removed, and is still there.`);
  } catch (error) {
    if (!(error instanceof ClusterCallError)) throw error;
    tell(`The namespace ${NAMESPACE} was not removed: ${error.failure.text} Remove it: ${REMOVE}`);
  }
}

const itemsIn = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isPlain) : []);

const itemsOf = (list: unknown): ClusterObject[] => itemsIn(record(list)["items"]) as unknown as ClusterObject[];
