import { readFileSync } from "node:fs";
import type { KubernetesObject } from "../../scripts/lib/kubernetes/kubectl";
import { KubectlError } from "../../scripts/lib/kubernetes/run-kubectl";
import type { SlurmProgram } from "../../scripts/lib/slurm/controller";

interface PretendedNode {
  readonly pool: string;
  readonly labels: Readonly<Record<string, string>>;
  state: string;
  reason: string;
  since: string;
  by: string;
  uid: number;
  jobs: readonly string[];
  cordoned: boolean;
  ready: string;
  annotations: Readonly<Record<string, string>>;
  nodeLabels: Readonly<Record<string, string>>;
}

/** Slurm and Kubernetes as commands ask them, with nodes of both. ConfigMaps are kept, with a version each. */
export class PretendedSlurmCluster {
  readonly nodes = new Map<string, PretendedNode>();
  readonly configMaps = new Map<string, { data: Readonly<Record<string, string>>; version: number }>();
  /** Silences of Alertmanager that have not ended, by their ids. */
  readonly silences = new Map<string, readonly string[]>();
  private silenced = 0;
  /** What changes something, as it was called. */
  readonly changes: string[] = [];
  readonly claims: { readonly metadata: { readonly name: string }; readonly status: { readonly nodeName: string } }[] =
    [];
  /** What checks answer. */
  verdict = "sound";
  /** Called before each call. */
  before: (call: string) => void = () => {};

  constructor(pool: string, labels: Readonly<Record<string, string>>, names: readonly string[]) {
    for (const name of names) this.add(name, pool, labels);
  }

  add(name: string, pool: string, labels: Readonly<Record<string, string>>, change: Partial<PretendedNode> = {}): void {
    this.nodes.set(name, {
      pool,
      labels,
      state: "idle",
      reason: "none",
      since: "Unknown",
      by: "Unknown",
      uid: this.nodes.size + 1,
      jobs: [],
      cordoned: false,
      ready: "True",
      annotations: {},
      nodeLabels: {},
      ...change,
    });
  }

  of(name: string): PretendedNode {
    return this.nodes.get(name)!;
  }

  /** Another one, which both know. */
  renewed(name: string): void {
    this.of(name).uid += 100;
  }

  readonly slurm: SlurmProgram = (...args) => {
    this.before(args.join(" "));
    const [program, what] = args.filter((word) => !/^(env|[A-Z_]+=.*)$/.test(word));
    const option = (name: string) => args.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
    if (program === "sinfo")
      return text(
        [...this.nodes].map(([name, { state, since, by, pool, reason }]) =>
          [name, state, since, by, pool, reason].join("|"),
        ),
      );
    if (program === "squeue") {
      const asked = option("--nodelist")?.split(",") ?? [...this.nodes.keys()];
      return text(asked.flatMap((name) => this.nodes.get(name)?.jobs ?? []));
    }
    if (program !== "scontrol" || what !== "update") throw new Error(`nobody expects ${args.join(" ")}`);
    this.changes.push(args.join(" "));
    for (const name of option("NodeName")?.split(",") ?? []) {
      const node = this.of(name);
      const state = option("State");
      if (state === "UNDRAIN") Object.assign(node, { state: "idle", reason: "none" });
      if (state === "DRAIN")
        Object.assign(node, { state: node.jobs.length > 0 ? "draining" : "drained", reason: option("Reason") });
    }
    return text([]);
  };

  readonly kubectl = {
    run: (...args: string[]): Promise<string> => {
      this.before(args.join(" "));
      const [verb, kind, name = ""] = args;
      if (verb === "get" && kind === "configmap") {
        const found = this.configMaps.get(name);
        return Promise.resolve(found ? JSON.stringify(stored(name, found)) : "");
      }
      if (args.includes("amtool")) return Promise.resolve(this.silence(args.slice(args.indexOf("silence") + 1)));
      if (verb === "create" || verb === "replace") return Promise.resolve(this.write(verb, args[2]!));
      if (verb === "get" && kind === "nodeclaims.karpenter.sh")
        return Promise.resolve(JSON.stringify({ items: this.claims }));
      this.changes.push(args.join(" ").replace(/-c # ?!?.*|-c #!.*/s, "-c SCRIPT"));
      if (verb === "exec" && args.includes("accept")) return Promise.resolve(`${this.verdict}\n`);
      if (verb === "exec" || verb === "delete") return Promise.resolve("");
      throw new Error(`nobody expects kubectl ${args.join(" ")}`);
    },
    list: (kind: string): Promise<KubernetesObject[]> => {
      this.before(`list ${kind}`);
      return Promise.resolve(
        [...this.nodes].map(([name, node]) => (kind === "node" ? host(name, node) : pod(name, node))),
      );
    },
  };

  /** Adds one by its matchers, or ends one. */
  private silence([verb, ...words]: readonly string[]): string {
    if (verb === "add") {
      this.silenced += 1;
      const id = `00000000-0000-4000-8000-${String(this.silenced).padStart(12, "0")}`;
      this.silences.set(
        id,
        words.filter((word) => !word.startsWith("--")),
      );
      return `${id}\n`;
    }
    if (verb !== "expire" || !this.silences.delete(words[0]!))
      throw new Error(`there is no silence ${words.join(" ")}`);
    return "";
  }

  private write(verb: "create" | "replace", file: string): string {
    const { metadata, data } = JSON.parse(readFileSync(file, "utf8")) as {
      metadata: { name: string; resourceVersion?: string };
      data: Record<string, string>;
    };
    const found = this.configMaps.get(metadata.name);
    if (verb === "create" ? found !== undefined : String(found?.version) !== metadata.resourceVersion)
      throw new KubectlError(
        verb === "create"
          ? `Error from server (AlreadyExists): configmaps "${metadata.name}" already exists`
          : "Error from server (Conflict): the object has been modified; please apply your changes to the latest version",
      );
    const now = { data, version: (found?.version ?? 0) + 1 };
    this.configMaps.set(metadata.name, now);
    return JSON.stringify(stored(metadata.name, now));
  }
}

const text = (rows: readonly string[]): Promise<string> => Promise.resolve(rows.map((row) => `${row}\n`).join(""));

const stored = (name: string, { data, version }: { data: Readonly<Record<string, string>>; version: number }) => ({
  metadata: { name, resourceVersion: String(version) },
  data,
});

function host(
  name: string,
  { labels, uid, cordoned, ready, annotations, nodeLabels }: PretendedNode,
): KubernetesObject {
  const metadata = { name, uid: `uid-${uid}`, labels: { ...labels, ...nodeLabels }, annotations };
  return {
    metadata,
    spec: { unschedulable: cordoned, providerID: `aws:///us-east-1a/i-0${uid}` },
    status: {
      conditions: [{ type: "Ready", status: ready, lastTransitionTime: "2026-11-23T08:00:00Z" }],
      nodeInfo: { bootID: `boot-${uid}` },
    },
  };
}

function pod(name: string, { uid }: PretendedNode): KubernetesObject {
  const metadata = { name: `slurmd-${name}`, uid: `pod-${uid}`, labels: { "app.kubernetes.io/name": "slurmd" } };
  return {
    metadata,
    spec: { nodeName: name, hostname: name },
    status: { conditions: [{ type: "Ready", status: "True" }] },
  };
}
