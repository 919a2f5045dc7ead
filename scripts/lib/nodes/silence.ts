import { CHARTS } from "../../../config/facts/versions";
import { OF_FEWER_NODES, OF_NODES_AWAY } from "../../../constructs/alerts/mutes";
import { ExpectedError } from "../errors/expected-error";
import type { Kubectl } from "../kubernetes/kubectl";

export interface NodesSilenceProps {
  readonly kubectl: Pick<Kubectl, "run">;
  /** Who makes it: `railyard rollout`. */
  readonly author: string;
  /** Why, as Alertmanager shows it. */
  readonly comment: string;
  /** Names of nodes in Kubernetes that are away, asked anew each time that it is renewed. */
  readonly hosts: () => readonly string[] | Promise<readonly string[]>;
  /** Whether they are also nodes of Slurm, of which fewer take jobs. */
  readonly inSlurm: boolean;
  readonly tell: (text: string) => void;
}

/** A silence ends by itself where nobody renews it: whoever ran the rollout may have been killed. */
const MINUTES = 30;
const RENEWED_MINUTES = 15;

/**
 * In the pod of Alertmanager, which has amtool in its image: whoever drains nodes may exec, and kubectl sends no type of content to a Service.
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
 * Keeps down what tells that nodes which are taken as planned are away, and how many take jobs. It never fails: people are told too
 * much, then.
 * @see https://github.com/prometheus/alertmanager#amtool
 */
export class NodesSilence {
  private ids: readonly string[] = [];
  private until = 0;
  private hasFailed = false;

  constructor(private readonly props: NodesSilenceProps) {}

  /** Called at each look: makes the silences, or has them last longer. @param now milliseconds since 1970 */
  async keep(now: number): Promise<void> {
    if (this.until - now > RENEWED_MINUTES * 60_000) return;
    this.until = now + MINUTES * 60_000;
    await this.quietly(async () => {
      const before = this.ids;
      const ids: string[] = [];
      // what was made is ended even where the next one fails
      this.ids = ids;
      try {
        for (const matchers of await this.matchers()) ids.push(await this.add(matchers));
      } catch (error) {
        this.ids = [...before, ...ids];
        throw error;
      }
      for (const id of before) await this.expire(id);
    });
  }

  /** Ends them at once: what still holds is told. */
  async end(): Promise<void> {
    for (const id of this.ids) await this.quietly(() => this.expire(id));
    this.ids = [];
  }

  private async matchers(): Promise<readonly (readonly string[])[]> {
    const hosts = await this.props.hosts();
    return [
      ...(hosts.length === 0 ? [] : [[oneOf("alertname", OF_NODES_AWAY), oneOf("node", hosts)]]),
      ...(this.props.inSlurm ? [[oneOf("alertname", OF_FEWER_NODES)]] : []),
    ];
  }

  /** @returns its id */
  private async add(matchers: readonly string[]): Promise<string> {
    const { kubectl, author, comment } = this.props;
    const words = ["add", `--duration=${MINUTES}m`, `--author=${author}`, `--comment=${comment}`, ...matchers];
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
