import { record } from "../../../../config/kernel/plain";
import { numaNodes } from "../../../../config/pools/kubelet";
import type { ResolvedPool } from "../../../../config/pools/pool";
import { isInSlurm } from "../../../../config/slurm/partitions";
import { ClusterCallError } from "../../../lib/kubernetes/cluster-failure";
import type { CheckResult } from "../../check";
import type { ClusterCheck, ClusterCheckProps } from "../check";
import { nodesOf, NODES_RIGHT, someNames } from "../nodes";

const MANAGERS = "https://kubernetes.io/docs/tasks/administer-cluster/topology-manager/";

/** What a kubelet does where its configuration says nothing. */
const DEFAULTS = {
  topologyManagerPolicy: "none",
  topologyManagerScope: "container",
  cpuManagerPolicy: "none",
  reservedSystemCPUs: "",
} as const;

type Key = keyof typeof DEFAULTS;
const KEYS = Object.keys(DEFAULTS) as Key[];

/** Nodes of a pool that are asked: kubelets of equal nodes have one configuration. */
const ASKED = 16;

/** What kubelets themselves say of their configuration, compared with what config says of a pool. */
export const KUBELETS: ClusterCheck = {
  id: "nodes/kubelets",
  title: "Kubelets place pods on NUMA nodes as config says.",
  actions: [NODES_RIGHT, "get nodes/proxy"],
  run: async (props) =>
    (
      await Promise.all(
        props.env.nodeGroups
          .filter((pool) => pool.kubelet || (pool.gpus !== null && isInSlurm(props.env.slurm, pool.name)))
          .map((pool) => judge(props, pool)),
      )
    ).flat(),
};

/** What a kubelet says of itself. */
interface Answer {
  readonly name: string;
  readonly has: Readonly<Record<Key, unknown>>;
}

/** Answers of kubelets, and names of the nodes whose kubelets give none. */
async function answersOf(
  { api }: ClusterCheckProps,
  pool: ResolvedPool,
): Promise<{ readonly answers: readonly Answer[]; readonly silent: readonly string[] }> {
  const ready = (await nodesOf(api, pool)).filter((one) => one.ready !== false).slice(0, ASKED);
  const answers: Answer[] = [];
  const silent: string[] = [];
  for (const { name } of ready) {
    try {
      const config = record(record(await api.get(`/api/v1/nodes/${name}/proxy/configz`))["kubeletconfig"]);
      const has = Object.fromEntries(KEYS.map((key) => [key, config[key] ?? DEFAULTS[key]])) as Answer["has"];
      answers.push({ name, has });
    } catch (error) {
      if (!(error instanceof ClusterCallError)) throw error;
      silent.push(name);
    }
  }
  return { answers, silent };
}

async function judge(props: ClusterCheckProps, pool: ResolvedPool): Promise<CheckResult[]> {
  const { name: subject, kubelet } = pool;
  const { answers, silent } = await answersOf(props, pool);
  const unknown: CheckResult[] =
    silent.length === 0
      ? []
      : [
          {
            verdict: "unknown",
            subject,
            text: `kubelets of ${someNames(silent)} do not show their configuration: how they place pods on NUMA nodes is unknown`,
            fix: "It takes the right to get nodes/proxy, and a kubelet with enableDebuggingHandlers.",
            source: MANAGERS,
          },
        ];
  const wanted = KEYS.filter((key) => kubelet?.[key] !== undefined);
  const others = wanted.flatMap((key) => {
    const names = answers.filter(({ has }) => has[key] !== kubelet![key]);
    return names.length === 0
      ? []
      : [
          `${key} is ${String(names[0]!.has[key])}, not ${kubelet![key]}, on ${someNames(names.map(({ name }) => name))}`,
        ];
  });
  const refusing = answers.filter(({ has }) => has.topologyManagerPolicy === "single-numa-node");
  const sockets = numaNodes(pool);
  const isWhole = pool.gpus !== null && pool.gpus.count > 1 && isInSlurm(props.env.slurm, pool.name);
  if (refusing.length > 0 && isWhole && sockets !== null && sockets > 1)
    return [
      {
        verdict: "failed",
        subject,
        text: `kubelets of ${someNames(refusing.map(({ name }) => name))} have topologyManagerPolicy single-numa-node: pods of Slurm take all ${pool.gpus!.count} GPUs, which are of ${sockets} NUMA nodes, and are refused`,
        fix: 'Set it to "best-effort" in the configuration of those kubelets, and start them again.',
        source: MANAGERS,
      },
      ...unknown,
    ];
  if (others.length > 0)
    return [
      {
        verdict: "warning",
        subject,
        text: `kubelets are not as config says: ${others.join("; ")}`,
        fix: "Set it in their configuration (a change of cpuManagerPolicy: drain the node, and remove /var/lib/kubelet/cpu_manager_state first), or write what they have.",
        source: MANAGERS,
      },
      ...unknown,
    ];
  if (answers.length === 0 || wanted.length === 0) return kubelet ? unknown : [];
  return [
    {
      verdict: "ok",
      subject,
      text: `${answers.length} kubelets have ${wanted.map((key) => `${key} ${kubelet![key]}`).join(", ")}`,
    },
    ...unknown,
  ];
}
