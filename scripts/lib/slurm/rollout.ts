import { ExpectedError } from "../errors/expected-error";
import { KubectlError } from "../kubernetes/run-kubectl";
import { takesJobs, type SeenNode } from "./pool-nodes";
import { answers, isFree, markOf } from "./rollout-nodes";
import { floorText, roomFor, roomsOf, type Room } from "./rollout-room";
import { ROLLOUT_REASON, type RolloutWorld, type Verdict } from "./rollout-world";
import {
  BACK_MINUTES,
  type RolloutLimits,
  type RolloutShare,
  type RolloutSlot,
  type RolloutState,
} from "./rollout-state";

export interface RolloutProps {
  readonly world: RolloutWorld;
  readonly pool: string;
  readonly limits: RolloutLimits;
  readonly shares: readonly RolloutShare[];
}

/**
 * Makes the nodes of a pool anew, a few at a time. What it is about to do is written down before it is done, so that it goes on
 * after it was killed. A node that somebody else has drained is theirs, and none is touched while a job is on it.
 */
export class Rollout {
  private stopped = false;
  private toldFloor = "";
  /** Nodes that were to be made anew, of which nobody knows whether that has begun. */
  private readonly unsure: Set<string>;

  constructor(
    private readonly props: RolloutProps,
    public state: RolloutState,
  ) {
    this.unsure = new Set(this.in("ordered"));
  }

  /** One look. @returns what is still waited for, in words; nothing: it has ended */
  async look(): Promise<string[]> {
    const { world } = this.props;
    const { now, nodes } = await world.see();
    for (const name of this.in("ordered")) await this.comesBack(name, nodes, now);
    await this.order(nodes, now);
    if (this.state.failures >= this.props.limits.failuresInRow) await this.stop(now);
    else await this.drainMore(nodes, now);
    const waiting = this.stopped ? 0 : this.in("waits").length;
    return [
      ...this.in("drains").map((name) => `${name} (jobs)`),
      ...this.in("ordered").map((name) => `${name} (made anew)`),
      ...(waiting > 0 ? [`${waiting} whose turn comes`] : []),
    ];
  }

  /** Opens what is drained and not yet made anew. It never fails. */
  async giveBack(now: number): Promise<void> {
    const names = this.in("drains");
    if (names.length === 0) return;
    const { world } = this.props;
    try {
      await world.undrain(names);
      for (const name of names) this.set(name, { phase: "waits", at: now });
      await world.save(this.state);
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
      world.tell(
        `nodes may still be drained: ${error.message}\nsinfo -R tells those of "${ROLLOUT_REASON}"; ` +
          "the same command goes on with them, and scontrol update nodename=<names> state=undrain opens them.",
      );
    }
  }

  /** Writes down the limits that jobs had before they were told to save. */
  async keepLimits(limits: Readonly<Record<string, string>>): Promise<void> {
    this.state = { ...this.state, limits: { ...limits } };
    await this.props.world.save(this.state);
  }

  private in(phase: RolloutSlot["phase"]): string[] {
    return Object.keys(this.state.nodes).filter((name) => this.state.nodes[name]!.phase === phase);
  }

  private set(name: string, change: Partial<RolloutSlot>): void {
    const nodes = { ...this.state.nodes, [name]: { ...this.state.nodes[name]!, ...change } };
    this.state = { ...this.state, nodes };
  }

  /** A node that has come to its end, well or not. */
  private async end(name: string, phase: "done" | "failed" | "left", why: string, at: number): Promise<void> {
    this.set(name, { phase, why, at });
    const { failures } = this.state;
    this.state = { ...this.state, failures: phase === "done" ? 0 : phase === "failed" ? failures + 1 : failures };
    await this.props.world.save(this.state);
    this.props.world.tell(`${name}: ${phase === "done" ? why : `${phase}: ${why}`}`);
  }

  private async comesBack(name: string, nodes: readonly SeenNode[], now: number): Promise<void> {
    const { world, limits } = this.props;
    const slot = this.state.nodes[name]!;
    const { way } = this.state;
    const node = this.successor(name, nodes);
    if (way === "replace" && !limits.comesBack && !nodes.some(({ host }) => host?.uid === slot.mark)) {
      // a pod of the same name may come on the next machine: Slurm keeps the drain of its node
      if (nodes.some((one) => one.name === name && one.slurm?.reason === ROLLOUT_REASON)) await world.undrain([name]);
      await this.end(name, "done", "its machine has ended; another one comes when jobs ask for it", now);
      return;
    }
    let why = "it has not come back";
    if (node) {
      const verdict = await this.verdict(node);
      if (verdict.kind === "sound") {
        if (node.slurm?.reason === ROLLOUT_REASON) await world.undrain([node.name]);
        this.set(name, { next: node.name });
        await this.end(
          name,
          "done",
          `${node.name} takes jobs${limits.hasChecks ? ", accepted by its checks" : ""}`,
          now,
        );
        return;
      }
      if (verdict.kind === "finding") {
        // from now on it is one of those that checks have drained: repair looks after it
        await world.drain([node.name], verdict.reason);
        this.set(name, { next: node.name });
        await this.end(name, "failed", `its checks do not accept ${node.name}: ${verdict.reason}`, now);
        return;
      }
      why = verdict.why;
    }
    const old = nodes.find((one) => one.name === name);
    const untouched = !node && old !== undefined && markOf(old, way) === slot.mark && isFree(old);
    if (now - slot.at < BACK_MINUTES[way] * 60) {
      // whoever ran this may have been killed between writing it down and doing it
      if (untouched && this.unsure.has(name) && now - slot.at > 120) await this.again(old, now);
      return;
    }
    if (untouched && answers(old) && old.slurm!.reason === ROLLOUT_REASON) await world.undrain([name]);
    await this.end(name, "failed", `${why} within ${BACK_MINUTES[way]} minutes`, now);
  }

  private async again(node: SeenNode, now: number): Promise<void> {
    if ((await this.props.world.withoutJobs([node.name])).length === 0) return;
    this.unsure.delete(node.name);
    await this.remake(node, now);
  }

  /** The node that stands where another one was; undefined: it is not back, or does not answer yet. */
  private successor(name: string, nodes: readonly SeenNode[]): SeenNode | undefined {
    const { way, pool } = this.state;
    const slot = this.state.nodes[name]!;
    const claimed = new Set(Object.values(this.state.nodes).flatMap(({ next }) => next ?? []));
    const isBack = (node: SeenNode) =>
      node.host !== null &&
      node.host.ready === "True" &&
      !node.host.cordoned &&
      answers(node) &&
      markOf(node, way) !== slot.mark;
    const same = nodes.find((node) => node.name === name);
    if (same && isBack(same) && (way !== "restart" || same.pod?.ready === true)) return same;
    if (way !== "replace" || (same && markOf(same, way) === slot.mark)) return undefined;
    return nodes.find(
      (node) => node.pool === pool && !(node.name in this.state.nodes) && !claimed.has(node.name) && isBack(node),
    );
  }

  private async verdict(node: SeenNode): Promise<Verdict> {
    const { state = "", reason = "" } = node.slurm ?? {};
    if (/^railyard(?: lemon)?: /.test(reason)) return { kind: "finding", reason };
    if (reason !== ROLLOUT_REASON && !takesJobs(state))
      return { kind: "unknown", why: `it is ${state}${reason && `: ${reason}`}` };
    // a job is on it: its prolog has asked the same
    if (!this.props.limits.hasChecks || /^(?:allocated|mixed|completing)/.test(state)) return { kind: "sound" };
    return this.props.world.accept(node);
  }

  /** Makes those anew that no job is on any more. */
  private async order(nodes: readonly SeenNode[], now: number): Promise<void> {
    const { world } = this.props;
    const free: SeenNode[] = [];
    const busy: Record<string, number> = {};
    for (const name of this.in("drains")) {
      const node = nodes.find((one) => one.name === name);
      if (!node?.slurm) await this.end(name, "left", "it is gone", now);
      else if (node.slurm.reason !== ROLLOUT_REASON)
        await this.end(
          name,
          "left",
          node.slurm.reason ? `somebody else has it: ${node.slurm.reason}` : "somebody has opened it",
          now,
        );
      else if (isFree(node)) free.push(node);
      else busy[name] = this.state.nodes[name]!.at;
    }
    await world.sendAway(busy);
    if (free.length === 0) return;
    const empty = await world.withoutJobs(free.map(({ name }) => name));
    for (const node of free.filter(({ name }) => empty.includes(name))) {
      this.set(node.name, { phase: "ordered", at: now, mark: markOf(node, this.state.way) });
      await world.save(this.state);
      await this.remake(node, now);
    }
  }

  private async remake(node: SeenNode, now: number): Promise<void> {
    const { world } = this.props;
    try {
      await world.remake(node, this.state.way);
      world.tell(`${node.name}: ${this.state.way} is ordered`);
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
      // it may have begun nevertheless: what has not is tried again
      if (error instanceof KubectlError) {
        this.unsure.add(node.name);
        world.tell(`${node.name}: ${this.state.way}: ${error.message}`);
        return;
      }
      await world.undrain([node.name]);
      await this.end(node.name, "failed", `${this.state.way} is refused: ${error.message}`, now);
    }
  }

  private async drainMore(nodes: readonly SeenNode[], now: number): Promise<void> {
    const { world, shares, limits } = this.props;
    const waiting: SeenNode[] = [];
    for (const name of this.in("waits")) {
      const node = nodes.find((one) => one.name === name);
      if (!node?.slurm || !node.host) await this.end(name, "left", "it is gone", now);
      else if (!takesJobs(node.slurm.state)) await this.leave(node, now);
      else waiting.push(node);
    }
    const known = new Set(nodes.map(({ name }) => name));
    const away = limits.comesBack ? this.in("ordered").filter((name) => !known.has(name)).length : 0;
    const rooms = roomsOf(shares, nodes, away, limits);
    const room = roomFor(rooms);
    if (waiting.length > 0 && room === 0 && this.in("drains").length + this.in("ordered").length === 0)
      this.tellFloor(rooms);
    // those without jobs first: nothing is waited for
    const busy = (node: SeenNode) => (/^idle/.test(node.slurm!.state) ? 0 : 1);
    const next = [...waiting].sort((a, b) => busy(a) - busy(b)).slice(0, room);
    if (next.length === 0) return;
    const names = next.map(({ name }) => name);
    for (const name of names) this.set(name, { phase: "drains", at: now });
    await world.save(this.state);
    try {
      await world.drain(names, ROLLOUT_REASON);
    } catch (error) {
      // what is drained nevertheless is known by its reason
      for (const name of names) this.set(name, { phase: "waits", at: now });
      throw error;
    }
    world.tell(`no new jobs on ${names.join(", ")}`);
  }

  /** One that this rollout has drained and did not write down is its own. */
  private async leave({ name, slurm }: SeenNode, now: number): Promise<void> {
    const { state, reason } = slurm!;
    if (reason === ROLLOUT_REASON) this.set(name, { phase: "drains", at: now });
    else await this.end(name, "left", `it is ${state}${reason && `: ${reason}`}`, now);
  }

  private tellFloor(rooms: readonly Room[]): void {
    const text = floorText(rooms);
    if (text !== this.toldFloor) this.props.world.tell(`waits for the floor: ${text}`);
    this.toldFloor = text;
  }

  private async stop(now: number): Promise<void> {
    if (!this.stopped)
      this.props.world.tell(
        `stops: ${this.state.failures} nodes have failed, one after another; no other one is drained`,
      );
    this.stopped = true;
    await this.giveBack(now);
  }
}
