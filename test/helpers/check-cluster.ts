import { record } from "../../config/kernel/plain";
import type { AskCluster, ClusterQuestion } from "../../scripts/lib/kubernetes/question";

interface Stored {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly resourceVersion?: string;
  };
  readonly spec?: unknown;
  status?: unknown;
}

/** What becomes of a pod: it runs and ends well, runs for good, never starts, or ends as its status says. */
export type PodFate = "ends" | "runs" | "waits" | { readonly status: object };

export interface CheckClusterProps {
  /** Nodes as the API shows them. */
  readonly nodes: readonly object[];
  /** Pods of other people. */
  readonly pods?: readonly object[];
  /** Namespaces beside those that are made. */
  readonly namespaces?: readonly string[];
  /** What a run prints, by its script and its nodes. */
  readonly prints?: (script: string, hosts: readonly string[], index: number) => string;
  /** @default - it ends well */
  readonly fate?: (host: string, job: string) => PodFate;
  /** Status and body for a question; undefined: it is answered as ever. */
  readonly refuse?: (question: ClusterQuestion) => { status: number; body: unknown } | undefined;
}

/** A cluster that keeps objects, and makes pods of Jobs at once; each look at them brings them further. */
export function checkCluster(props: CheckClusterProps) {
  const { nodes, pods = [], namespaces = [], prints = () => "", fate = () => "ends", refuse } = props;
  const objects = new Map<string, Stored>();
  for (const name of namespaces) objects.set(`/api/v1/namespaces/${name}`, { kind: "Namespace", metadata: { name } });
  const asked: string[] = [];
  const looks = new Map<string, number>();
  const bodies: Stored[] = [];

  const under = (path: string) => [...objects].filter(([key]) => key.startsWith(`${path}/`));
  const remove = (path: string) => {
    objects.delete(path);
    const name = path.split("/").at(-1)!;
    if (path.startsWith("/api/v1/namespaces/") && path.split("/").length === 5)
      for (const key of objects.keys()) if (key.includes(`/namespaces/${name}/`)) objects.delete(key);
    if (path.includes("/jobs/"))
      for (const [key, one] of objects)
        if (one.metadata.labels?.["railyard.dev/verify-run"] === name) objects.delete(key);
  };

  const podsOf = (job: Stored, namespace: string) =>
    hostsOf(job).forEach((host, index) => {
      const name = `${job.metadata.name}-${index}-xxxxx`;
      const labels = { ...job.metadata.labels, "batch.kubernetes.io/job-completion-index": String(index) };
      const spec = { nodeName: host };
      objects.set(`/api/v1/namespaces/${namespace}/pods/${name}`, { kind: "Pod", metadata: { name, labels }, spec });
    });

  const seen = (path: string, pod: Stored): Stored => {
    const times = (looks.get(path) ?? 0) + 1;
    looks.set(path, times);
    const host = String(record(pod.spec)["nodeName"]);
    const becomes = fate(host, pod.metadata.labels?.["railyard.dev/verify-run"] ?? "");
    if (typeof becomes === "object") return { ...pod, status: becomes.status };
    const phase =
      becomes === "waits" || times < 2 ? "Pending" : becomes === "runs" || times < 3 ? "Running" : "Succeeded";
    return { ...pod, status: { phase } };
  };

  const logOf = (path: string): string => {
    const pod = objects.get(path.replace(/\/log$/, ""))!;
    const run = pod.metadata.labels!["railyard.dev/verify-run"]!;
    const job = bodies.findLast(({ kind, metadata }) => kind === "Job" && metadata.name === run)!;
    const map = bodies.findLast(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === run);
    const script = String(record(record(map)["data"])["check.sh"]);
    return prints(script, hostsOf(job), Number(pod.metadata.labels!["batch.kubernetes.io/job-completion-index"]));
  };

  const ask: AskCluster = (question) => {
    const { method, path: whole, body } = question;
    const [path, query] = [whole.split("?")[0]!, new URLSearchParams(whole.split("?")[1])];
    asked.push(`${method} ${path}`);
    const answer = (status: number, reply: unknown) => Promise.resolve({ status, body: reply });
    const refused = refuse?.(question);
    if (refused) return answer(refused.status, refused.body);
    if (method === "PUT") {
      const made = JSON.parse(JSON.stringify(body)) as Stored;
      const there = objects.get(path);
      if (!there) return answer(404, { message: "not found" });
      if (there.metadata.resourceVersion !== made.metadata.resourceVersion)
        return answer(409, { message: "the object has been modified" });
      objects.set(path, versioned(made));
      return answer(200, objects.get(path));
    }
    if (method === "POST" && /\/leases$/.test(path)) {
      const made = JSON.parse(JSON.stringify(body)) as Stored;
      if (objects.has(`${path}/${made.metadata.name}`)) return answer(409, { message: "it exists" });
      objects.set(`${path}/${made.metadata.name}`, versioned(made));
      return answer(201, objects.get(`${path}/${made.metadata.name}`));
    }
    if (method === "POST") {
      const made = JSON.parse(JSON.stringify(body)) as Stored;
      bodies.push(made);
      objects.set(`${path}/${made.metadata.name}`, withUid(made));
      if (made.kind === "Job") podsOf(made, path.split("/")[5]!);
      return answer(201, withUid(made));
    }
    if (method === "DELETE") {
      const selected = query.get("labelSelector");
      if (selected === null) remove(path);
      else for (const [key, one] of under(path)) if (matches(one, selected)) remove(key);
      return answer(200, {});
    }
    if (path === "/api/v1/nodes") return answer(200, { items: nodes });
    if (path === "/api/v1/pods") return answer(200, { items: pods });
    if (path.endsWith("/log")) return answer(200, logOf(path));
    if (/\/(?:pods|jobs|events)$/.test(path)) {
      const selector = query.get("labelSelector") ?? "";
      const items = under(path).filter(([, one]) => matches(one, selector));
      return answer(200, { items: items.map(([key, one]) => (one.kind === "Pod" ? seen(key, one) : one)) });
    }
    const found = objects.get(path);
    return found ? answer(200, found) : answer(404, { message: "not found" });
  };
  return {
    ask,
    asked,
    made: bodies,
    left: () =>
      [...objects.keys()].filter(
        (key) =>
          !key.startsWith("/api/v1/namespaces/") ||
          key.split("/").length > 5 ||
          !namespaces.includes(key.split("/").at(-1)!),
      ),
  };
}

let versions = 0;

/** As the API keeps what is replaced by its version. */
const versioned = (made: Stored): Stored => ({
  ...made,
  metadata: { ...made.metadata, resourceVersion: String(++versions) },
});

const withUid = (made: Stored) => ({ ...made, metadata: { ...made.metadata, uid: "u" } });

const matches = ({ metadata }: Stored, selector: string): boolean =>
  selector === "" || selector.split(",").every((one) => metadata.labels?.[one.split("=")[0]!] === one.split("=")[1]);

/** Nodes of a Job, in the order in which its pods get them. */
export function hostsOf(job: unknown): string[] {
  const text = JSON.stringify(job);
  return JSON.parse(
    /"key":"kubernetes.io\/hostname","operator":"In","values":(\[[^\]]*\])/.exec(text)![1]!,
  ) as string[];
}
