import { CHARTS } from "../../../config/facts/versions";
import { OF_FEWER_NODES, OF_NODES_AWAY } from "../../../constructs/alerts/mutes";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { Kubectl } from "../../lib/kubernetes/kubectl";
import type { SeenNode } from "../../lib/slurm/pool-nodes";

export interface RolloutSilenceProps {
  readonly kubectl: Pick<Kubectl, "run">;
  readonly pool: string;
  /** Nodes that are made anew. */
  readonly nodes: readonly SeenNode[];
  readonly tell: (text: string) => void;
}

/** A silence ends by itself where nobody renews it: whoever ran the rollout may have been killed. */
const MINUTES = 30;
const RENEWED_MINUTES = 15;

/**
 * In the pod of Alertmanager, which has amtool in its image: whoever rolls out may exec, and kubectl sends no type of content to a Service.
 * @see https://github.com/prometheus/alertmanager/blob/v0.34.0/Dockerfile
 */
const AMTOOL = [
  "exec",
  "alertmanager-kube-prometheus-stack-alertmanager-0",
  "--namespace",
  CHARTS["kube-prometheus-stack"].namespace,
  "--container",
  "alertmanager",
  "--",
  "amtool",
  "--alertmanager.url=http://127.0.0.1:9093",
  "silence",
];

const UUID = /^[0-9a-f-]{36}$/;

/** Names of nodes have dots. */
const oneOf = (label: string, values: readonly string[]): string =>
  `${label}=~"${values.map((value) => value.replaceAll(".", "[.]")).join("|")}"`;

/**
 * Keeps down what tells that the nodes of a rollout are away, and how many take jobs. It never fails: people are told too much, then.
 * @see https://github.com/prometheus/alertmanager#amtool
 */
export class RolloutSilence {
  private readonly silences: { readonly matchers: readonly string[]; id?: string }[];
  private until = 0;
  private hasFailed = false;

  constructor(private readonly props: RolloutSilenceProps) {
    const hosts = props.nodes.flatMap(({ pool, host }) => (pool === props.pool && host ? [host.name] : []));
    this.silences = [
      ...(hosts.length === 0 ? [] : [{ matchers: [oneOf("alertname", OF_NODES_AWAY), oneOf("node", hosts)] }]),
      { matchers: [oneOf("alertname", OF_FEWER_NODES)] },
    ];
  }

  /** Called at each look: makes the silences, or has them last longer. @param now milliseconds since 1970 */
  async keep(now: number): Promise<void> {
    if (this.until - now > RENEWED_MINUTES * 60_000) return;
    this.until = now + MINUTES * 60_000;
    await this.quietly(async () => {
      for (const silence of this.silences) {
        const before = silence.id;
        silence.id = await this.add(silence.matchers);
        if (before !== undefined) await this.expire(before);
      }
    });
  }

  /** Ends them at once: what still holds is told. */
  async end(): Promise<void> {
    for (const { id } of this.silences) {
      if (id === undefined) continue;
      await this.quietly(() => this.expire(id));
    }
  }

  /** @returns its id */
  private async add(matchers: readonly string[]): Promise<string> {
    const { kubectl, pool } = this.props;
    const comment = `The nodes of ${pool} are made anew.`;
    const words = ["add", `--duration=${MINUTES}m`, "--author=railyard rollout", `--comment=${comment}`, ...matchers];
    const answer = (await kubectl.run(...AMTOOL, ...words)).trim();
    if (!UUID.test(answer)) throw new ExpectedError(`Alertmanager makes no silence: ${answer.slice(0, 200)}`);
    return answer;
  }

  private async expire(id: string): Promise<void> {
    await this.props.kubectl.run(...AMTOOL, "expire", id);
  }

  private async quietly(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
      if (!this.hasFailed)
        this.props.tell(`alerts of these nodes are told as ever, or for half an hour too little: ${error.message}`);
      this.hasFailed = true;
    }
  }
}
