import { readFileSync } from "node:fs";
import { stateBackup } from "../../constructs/slurm/state-backup";
import { restoreCommand, type RestoreWorld } from "../../scripts/commands/restore/command";
import { captured } from "./captured";
import { pretendedAws } from "./pretended-aws";
import { ROOT } from "./process";
import type { Json } from "./synth";

const NOW = new Date("2026-11-23T15:30:00Z");
const OBJECTS = stateBackup({
  namespace: "slurm",
  release: "slurm",
  slurmCluster: "research",
  bucketName: "b",
  prefix: "railyard/slurm-state/",
  region: "us-east-1",
  placement: { nodeSelector: {}, tolerations: [] },
}) as Json[];
export const CRON = OBJECTS.find(({ metadata }) => metadata.name === "slurm-state-restore")!;

export const PREFIX = "railyard/slurm-state/";
export const bucket = (...rows: readonly (readonly [file: string, at: string, bytes?: number])[]) =>
  pretendedAws({
    "S3.ListObjectsV2": ({ Prefix }: { readonly Prefix: string }) => ({
      Contents: rows.map(([file, at, Size = 4096]) => ({ Key: `${Prefix}${file}`, LastModified: new Date(at), Size })),
    }),
  });
const COPIES = bucket(
  ["latest.tar.gz", "2026-11-23T15:20:00Z"],
  ["hour-15.tar.gz", "2026-11-23T15:20:00Z"],
  ["hour-07.tar.gz", "2026-11-23T07:50:00Z"],
  ["notes.txt", "2026-11-23T15:25:00Z"],
);

export const CLAIM = "statesave-slurm-controller-0";
const VOLUME = {
  metadata: { name: "pvc-1" },
  spec: {
    persistentVolumeReclaimPolicy: "Delete",
    csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-0a1b2c3d4e5f60718" },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: "topology.kubernetes.io/zone", operator: "In", values: ["us-east-1a"] }] },
        ],
      },
    },
  },
};
export const CONTROLLER = {
  metadata: { name: "slurm-controller" },
  spec: {
    selector: { matchLabels: { "app.kubernetes.io/name": "slurmctld" } },
    volumeClaimTemplates: [
      {
        metadata: { name: "statesave" },
        spec: { accessModes: ["ReadWriteOnce"], storageClassName: "gp3", resources: { requests: { storage: "20Gi" } } },
        status: { phase: "Pending" },
      },
    ],
  },
};

interface ClusterChange {
  readonly controller?: number;
  readonly operator?: number;
  readonly jobs?: string[];
  readonly fails?: boolean;
  /** What does not come to its end. */
  readonly hangs?: "pod" | "job";
  readonly cron?: boolean;
  /** The CronJob that jobs are made of. @default - that of the queue */
  readonly cronJob?: Json;
  /** Whether the claim of slurmctld is there. */
  readonly claim?: boolean;
  /** What the volume says after it was told to stay. */
  readonly policy?: string;
  /** Whether the node of slurmctld answers. */
  readonly node?: boolean;
}

/** A cluster with the part of Slurm's operator that matters: it starts slurmctld again while it runs itself. */
export function cluster(change: ClusterChange = {}) {
  const usual = { controller: 1, operator: 2, fails: false, cron: true, claim: true, policy: "Delete", node: true };
  const state = { ...usual, jobs: [] as string[], ...change };
  const cronJob = change.cronJob ?? CRON;
  const calls: string[] = [];
  const created: Json[] = [];
  const get = (kind: string): object[] => {
    if (kind === "cronjob") return state.cron ? [cronJob] : [];
    if (kind === "statefulset") return [CONTROLLER];
    if (kind === "persistentvolumeclaim")
      return state.claim ? [{ metadata: { name: CLAIM }, spec: { volumeName: "pvc-1" } }] : [];
    if (kind === "persistentvolume")
      return [{ ...VOLUME, spec: { ...VOLUME.spec, persistentVolumeReclaimPolicy: state.policy } }];
    if (kind === "node")
      return [
        {
          metadata: { name: "a" },
          status: { conditions: [{ type: "Ready", status: state.node ? "True" : "Unknown" }] },
        },
      ];
    if (kind === "pod")
      return state.controller > 0 ? [{ metadata: { name: "slurm-controller-0" }, spec: { nodeName: "a" } }] : [];
    if (kind === "job")
      return state.jobs.map((name) => ({
        metadata: { name },
        status: {
          conditions: change.hangs === "job" ? [] : [{ type: state.fails ? "Failed" : "Complete", status: "True" }],
        },
      }));
    return [
      {
        metadata: { name: "slurm-operator" },
        spec: { replicas: state.operator },
        status: { replicas: state.operator },
      },
    ];
  };
  const run = (...args: string[]): Promise<string> => {
    const [verb, what = ""] = args;
    if (verb === "get") {
      if (what === "cronjob" && args[2] === cronJob.metadata.name) return Promise.resolve(JSON.stringify(cronJob));
      return Promise.resolve(JSON.stringify({ items: get(what) }));
    }
    calls.push(args.join(" ").replace(/\/\S*\/(\w+\.json)/, "$1"));
    const replicas = Number(/--replicas=(\d+)/.exec(args.join(" "))?.[1]);
    if (verb === "scale" && what.startsWith("deployment")) state.operator = replicas;
    if (verb === "scale" && what.startsWith("statefulset"))
      state.controller = state.operator > 0 || !state.node || change.hangs === "pod" ? 1 : replicas;
    if (verb === "patch" && change.policy === undefined) state.policy = "Retain";
    if (verb === "delete" && what === "persistentvolumeclaim") {
      state.claim = false;
      return Promise.resolve("");
    }
    if (verb === "create" && args[2]!.endsWith("claim.json")) {
      created.push(JSON.parse(readFileSync(args[2]!, "utf8")) as Json);
      state.claim = true;
      return Promise.resolve("");
    }
    if (verb === "create") {
      if (state.controller > 0) throw new Error("a restore beside slurmctld");
      created.push(JSON.parse(readFileSync(args[2]!, "utf8")) as Json);
      state.jobs.push("railyard-slurm-state-restore");
    }
    if (verb === "delete") state.jobs = [];
    return Promise.resolve(verb === "logs" ? "restored the state of research" : "");
  };
  return { kubectl: { run }, calls, created, state };
}

/** Runs the command in a world of a pretended bucket. */
export async function restore(args: readonly string[], world: RestoreWorld) {
  const { context, texts } = captured(ROOT, NOW);
  const code = await restoreCommand(args, context, {
    aws: COPIES,
    pollSeconds: 0.01,
    open: () => null,
    env: {},
    ...world,
  });
  return { code, ...texts() };
}
export const MEANT = ["--yes-restore", "research", "--lose-newer", "research"];
