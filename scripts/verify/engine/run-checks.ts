import { BELOW_MEDIAN } from "../../../config/facts/acceptance-floors";
import type { ResolvedPool } from "../../../config/pools/pool";
import { expectedNodes } from "../expected-nodes";
import { median } from "../median";
import type { Finding } from "../verdict";
import type { ClusterApi } from "../../lib/kubernetes/cluster-api";
import { CLUSTER, type Check, type CheckProps, type ClusterCheck, type PlannedCheck } from "../check";
import { type CheckRun, runKey } from "./journal";
import { judged } from "./judged";
import { askCluster } from "./ask-cluster";
import { halves, type Pair, pairsOf, rounds, suspectPairs } from "./pairs";
import { type CheckCluster, CheckNotRunError } from "./runner";

export interface RunChecksProps extends CheckProps {
  readonly cluster: CheckCluster;
  /** What is asked of the cluster as a whole, before anything runs. @default - nothing */
  readonly clusterChecks?: readonly ClusterCheck[];
  /** Its API; null: it cannot be asked here. */
  readonly api?: ClusterApi | null;
  readonly checks: readonly Check[];
  readonly pools: readonly ResolvedPool[];
  /** Runs of an earlier start: they are not repeated. */
  readonly earlier: readonly CheckRun[];
  /** Called as each run ends, before the next one starts. */
  readonly keep: (run: CheckRun) => void;
  readonly tell: (text: string) => void;
  /** Seconds of a clock that never goes back. */
  readonly seconds: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** What became of a pool, or of the cluster. */
export interface PoolResult {
  readonly pool: string;
  readonly runs: readonly CheckRun[];
  /** Nodes that a check found to be bad, with its title. */
  readonly bad: readonly { readonly node: string; readonly check: string }[];
  /** Sentences on what does not apply, and on what could not be told apart. */
  readonly notes: readonly string[];
  /** Sentences on nodes that were not looked at: nothing is proved of them. */
  readonly unseen: readonly string[];
  /** Sentences on checks that were not run, for too few nodes were left. */
  readonly unrun: readonly string[];
  readonly free: readonly string[];
}

/** Fewer runs have no median that means something. */
const ENOUGH = 4;

/** Single nodes that are looked at side by side. */
const AT_ONCE = 32;

/** Runs checks on pools, one after another; a node with which something is wrong takes no part in what joins nodes. */
export async function runChecks(props: RunChecksProps): Promise<PoolResult[]> {
  const results: PoolResult[] = [];
  const { clusterChecks = [], api = null } = props;
  if (clusterChecks.length > 0) {
    const runs = await askCluster({ ...props, api, checks: clusterChecks });
    results.push({ pool: CLUSTER, runs, bad: [], notes: [], unseen: [], unrun: [], free: [] });
  }
  for (const pool of props.pools) results.push(await new PoolChecks(pool, props).run());
  return results;
}

class PoolChecks {
  readonly #runs: CheckRun[] = [];
  readonly #bad = new Map<string, string>();
  readonly #notes: string[] = [];
  readonly #unrun: string[] = [];
  readonly #earlier: ReadonlyMap<string, CheckRun>;

  constructor(
    private readonly pool: ResolvedPool,
    private readonly props: RunChecksProps,
  ) {
    // what was not run is tried again
    const ended = props.earlier.filter(({ status }) => status !== "not-run");
    this.#earlier = new Map(ended.map((run) => [runKey(run), run]));
  }

  async run(): Promise<PoolResult> {
    const { cluster, checks, tell } = this.props;
    const { free, left } = await cluster.nodes(this.pool);
    const unseen = left.map(({ node, why }) => `${node} was not looked at: ${why}.`);
    const [there, wanted] = [free.length + left.length, expectedNodes(this.pool)];
    if (there < wanted) unseen.push(`Config asks for ${wanted} nodes of ${this.pool.name}; known here are ${there}.`);
    if (free.length === 0) this.#notes.push(`${this.pool.name} has no node that is free.`);
    for (const check of checks) {
      const plan = check.plan(this.pool, this.props);
      if (typeof plan === "string") {
        this.#notes.push(`${check.title}: ${plan}`);
        continue;
      }
      const good = free.filter((node) => !this.#bad.has(node));
      const needed = plan.nodes?.least ?? (check.group === "node" ? 1 : 2);
      if (good.length < needed) {
        // what neither is there nor should be is not missing
        const skipped = Math.max(there, wanted) < needed ? this.#notes : this.#unrun;
        skipped.push(`${check.title} was not run: ${good.length} nodes are left, and it needs ${needed}.`);
        continue;
      }
      tell(`${this.pool.name}: ${check.title}, ${good.length} nodes`);
      await this.#group(check, plan, good);
    }
    return {
      pool: this.pool.name,
      runs: this.#runs,
      bad: [...this.#bad].map(([node, check]) => ({ node, check })),
      notes: this.#notes,
      unseen,
      unrun: this.#unrun,
      free,
    };
  }

  async #group(check: Check, plan: PlannedCheck, nodes: readonly string[]): Promise<void> {
    if (check.group === "node") return this.#eachNode(check, plan, nodes);
    if (check.group === "pair") return this.#eachPair(check, plan, nodes);
    const taken = nodes.slice(0, plan.nodes?.most);
    const whole = await this.#one(check, plan, taken);
    // half of the nodes that a check needs proves nothing
    if (isBad(whole) && !plan.nodes) await this.#narrow(check, plan, taken);
  }

  async #eachNode(check: Check, plan: PlannedCheck, nodes: readonly string[]): Promise<void> {
    const all: CheckRun[] = [];
    for (let at = 0; at < nodes.length; at += AT_ONCE) {
      const runs = await Promise.all(nodes.slice(at, at + AT_ONCE).map((node) => this.#one(check, plan, [node])));
      all.push(...runs);
    }
    for (const run of this.#compared(check, all)) if (isBad(run)) this.#blame(run.nodes[0]!, check);
  }

  /** Runs of one check side by side: one far below the others is bad, whatever floor it has. */
  #compared(check: Check, runs: readonly CheckRun[], others: readonly CheckRun[] = []): CheckRun[] {
    const slow = belowMedian([...others, ...runs]);
    return runs.map((run) => {
      const finding = slow.get(run);
      if (finding === undefined || run.verdict === null || isBad(run)) return run;
      const compared: CheckRun = {
        ...run,
        status: "failed",
        verdict: { ...run.verdict, status: "failed", findings: [...run.verdict.findings, finding] },
      };
      this.#runs.splice(this.#runs.indexOf(run), 1, compared);
      this.props.tell(`${check.title} on ${run.nodes.join(" and ")}: ${finding.text}`);
      return compared;
    });
  }

  async #eachPair(check: Check, plan: PlannedCheck, nodes: readonly string[]): Promise<void> {
    const test = async (pairs: readonly Pair[]): Promise<CheckRun[]> => {
      const runs: CheckRun[] = [];
      for (const round of rounds(pairs))
        runs.push(...(await Promise.all(round.map((pair) => this.#one(check, plan, pair)))));
      return runs;
    };
    const first = this.#compared(check, await test(pairsOf(nodes)));
    const pairOf = ({ nodes: [one, other] }: CheckRun): Pair => [one!, other!];
    const passed = first.filter(isFine).map(pairOf);
    const failed = first.filter(isBad).map(pairOf);
    const again = suspectPairs(passed, failed);
    if (again === null) {
      this.#notes.push(
        `${check.title} fails on every pair: what is wrong is common to all, or no good node is among them.`,
      );
      for (const node of failed.flat()) this.#blame(node, check);
      return;
    }
    const before = this.#bad.size;
    // beside the first ones: two of them alone have no median
    const second = this.#compared(check, await test(again), first.filter(isFine));
    for (const run of second) if (isBad(run)) this.#blame(run.nodes[0]!, check);
    const untold = second.filter((run) => !isFine(run) && !isBad(run));
    if (untold.length > 0)
      this.#unrun.push(
        `${check.title} was not run again on ${untold.map(({ nodes }) => nodes.join(" and ")).join(", ")}: which node of the pair that failed is bad is unknown.`,
      );
    else if (failed.length > 0 && this.#bad.size === before)
      this.#notes.push(
        `${check.title} fails between ${failed.map((pair) => pair.join(" and ")).join(", ")}, and each of them passes with another node: look at the links between the two.`,
      );
  }

  /** All nodes together fail though nothing is wrong with any: the smallest part that fails is looked for. */
  async #narrow(check: Check, plan: PlannedCheck, nodes: readonly string[]): Promise<void> {
    const parts = halves(nodes);
    if (parts === null) {
      this.#notes.push(`${check.title} fails on ${nodes.join(", ")} together.`);
      return;
    }
    const runs = [await this.#one(check, plan, parts[0]), await this.#one(check, plan, parts[1])];
    const failing = parts.filter((_, at) => isBad(runs[at]!));
    if (failing.length === 0)
      this.#notes.push(
        `${check.title} fails on ${nodes.length} nodes and passes on each half (${parts[0][0]} …, ${parts[1][0]} …): look at the switches between the two.`,
      );
    for (const part of failing) await this.#narrow(check, plan, part);
  }

  #blame(node: string, check: Check): void {
    if (!this.#bad.has(node)) this.#bad.set(node, check.title);
  }

  async #one(check: Check, plan: PlannedCheck, nodes: readonly string[]): Promise<CheckRun> {
    this.props.signal?.throwIfAborted();
    const about = { pool: this.pool.name, check: check.id, nodes: [...nodes] };
    const earlier = this.#earlier.get(runKey(about));
    // what an earlier start measured is judged again: floors may have changed since
    const finished = earlier
      ? { ...earlier, ...judged(plan, earlier.output, nodes) }
      : await this.#start(check, plan, about);
    this.#runs.push(finished);
    if (!earlier) this.props.keep(finished);
    return finished;
  }

  async #start(check: Check, plan: PlannedCheck, about: Pick<CheckRun, "pool" | "check" | "nodes">): Promise<CheckRun> {
    const { cluster, seconds } = this.props;
    const start = seconds();
    const took = () => Math.round(seconds() - start);
    try {
      const output = await cluster.run(plan.job(about.nodes), { check, pool: this.pool, nodes: about.nodes });
      return { ...about, ...judged(plan, output, about.nodes), seconds: took(), output };
    } catch (error) {
      this.props.signal?.throwIfAborted();
      if (!(error instanceof CheckNotRunError)) throw error;
      return { ...about, status: "not-run", verdict: null, why: error.message, seconds: took(), output: error.output };
    }
  }
}

/** What did not run says nothing of its nodes. */
const isBad = ({ status }: CheckRun): boolean => status === "failed" || status === "unreadable";

const isFine = ({ status }: CheckRun): boolean => status === "passed" || status === "measured";

/** What is wrong with runs that are far below the median of their like, by the first figure of each. */
function belowMedian(runs: readonly CheckRun[]): Map<CheckRun, Finding> {
  const measured = runs.flatMap((run) => {
    const figure = run.verdict?.figures[0];
    return figure ? [{ run, figure }] : [];
  });
  if (measured.length < ENOUGH) return new Map();
  const usual = median(measured.map(({ figure }) => figure.value));
  return new Map(
    measured
      .filter(({ figure }) => figure.value < BELOW_MEDIAN * usual)
      .map(({ run, figure: { name, value, unit } }) => [
        run,
        {
          text: `${name} is ${value} ${unit}, ${Math.round((1 - value / usual) * 100)} % below the median of ${measured.length} runs.`,
          fix: "compare its clocks, the counters of its cards and its cables with those of the others",
        },
      ]),
  );
}
