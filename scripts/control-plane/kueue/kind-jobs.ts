import { setTimeout as sleep } from "node:timers/promises";
import { wordsOf, type ApiObject } from "../api";
import { RUNS } from "../pod-status";
import { customPath } from "./custom-path";
import { TRIAL, type TrialJobs } from "./trial-jobs";

/** An object of a sample. */
export interface KindObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** What Kueue and the controllers have made of a job. */
export interface KindState {
  /** Pods that Kueue counts, and has admitted, by their part of the job. */
  readonly wanted: readonly PodSet[];
  readonly admitted: readonly PodSet[];
  /** What Kueue says of why it waits; empty: it does not wait. */
  readonly words: string;
  /** Pods that are there, and their nodes. */
  readonly pods: number;
  readonly nodes: readonly string[];
}

interface PodSet {
  readonly name: string;
  readonly count: number;
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
}

const WATCHED_MS = 1500;

/** A job of an operator's kind in the namespace of a team, with what it needs beside it. */
export class KindJob {
  readonly kind: string;
  /** Pods that were there before it. */
  #others = new Set<string>();
  #paths: string[] = [];

  constructor(
    readonly jobs: TrialJobs,
    readonly team: string,
    readonly objects: readonly KindObject[],
  ) {
    this.kind = objects.at(-1)!.kind;
  }

  /** @returns words of whoever refuses one of its objects; null: all are there */
  async submit(): Promise<string | null> {
    this.#others = new Set((await this.#pods()).map(({ metadata }) => metadata.uid ?? ""));
    for (const object of this.objects) {
      const path = customPath(object);
      const { status, body } = await this.jobs.api.ask("POST", path, withRunningPods(object));
      if (status >= 300) return `${object.kind} was refused: ${wordsOf(body)}`;
      this.#paths.push(`${path}/${object.metadata.name}`);
    }
    return null;
  }

  /** Removes it, and waits until its workload and its pods are gone. */
  async remove(): Promise<void> {
    for (const path of this.#paths.reverse()) await this.jobs.api.remove(path, { propagationPolicy: "Background" });
    this.#paths = [];
    await this.jobs.until(async () => {
      const { wanted, pods } = await this.state();
      return wanted.length + pods === 0;
    });
  }

  async state(): Promise<KindState> {
    const workloads = await this.#workloads();
    const pods = (await this.#pods()).filter(({ metadata }) => !this.#others.has(metadata.uid ?? ""));
    const sets = (of: (workload: ApiObject) => readonly PodSet[] | undefined) =>
      workloads.flatMap((one) => of(one) ?? []);
    return {
      wanted: sets(({ spec }) => spec?.podSets),
      admitted: sets((one) => (isTrue(one, "Admitted") ? one.status?.admission?.podSetAssignments : [])),
      words: waitingWords(workloads),
      pods: pods.length,
      nodes: pods.flatMap(({ spec }) => (spec?.nodeName ? [String(spec.nodeName)] : [])),
    };
  }

  /** Whether Kueue admits all of its pods. @returns what is missing; null: nothing */
  admitted(): Promise<string | null> {
    return this.#comes(({ wanted, admitted, words }) =>
      isWhole(wanted, admitted)
        ? null
        : words || `Kueue has admitted ${podsInWords(admitted)} of ${podsInWords(wanted)}`,
    );
  }

  /** Whether all of its pods are admitted, and have a node. @returns what is missing; null: nothing */
  runs(): Promise<string | null> {
    return this.#comes(({ wanted, admitted, words, nodes }) => {
      if (!isWhole(wanted, admitted))
        return words || `Kueue has admitted ${podsInWords(admitted)} of ${podsInWords(wanted)}`;
      const all = sum(wanted);
      return nodes.length === all ? null : `it was admitted, and ${nodes.length} of its ${all} pods have a node`;
    });
  }

  /** Whether Kueue lets it wait, and none of its pods has a node. @returns what it says; null: something of it runs */
  async waits(): Promise<string | null> {
    const isWaiting = ({ admitted, words, nodes }: KindState) => admitted.length + nodes.length === 0 && words !== "";
    await this.jobs.until(async () => isWaiting(await this.state()));
    await sleep(WATCHED_MS);
    const state = await this.state();
    return isWaiting(state) ? state.words : null;
  }

  async #comes(missing: (state: KindState) => string | null): Promise<string | null> {
    const isThere = await this.jobs.until(async () => missing(await this.state()) === null);
    return isThere ? null : missing(await this.state());
  }

  async #workloads(): Promise<ApiObject[]> {
    const all = await this.jobs.api.list(`/apis/kueue.x-k8s.io/v1beta2/namespaces/${this.team}/workloads`);
    return all.filter(({ metadata }) => metadata.ownerReferences?.some(({ kind }) => kind === this.kind));
  }

  #pods(): Promise<ApiObject[]> {
    return this.jobs.api.list(`/api/v1/namespaces/${this.team}/pods?labelSelector=${encodeURIComponent(`!${TRIAL}`)}`);
  }
}

/** Pods of each part of a job, in words. */
export const podsInWords = (sets: readonly PodSet[]): string =>
  sets.length === 0 ? "nothing" : sets.map(({ name, count }) => `${count} of ${name}`).join(", ");

const sum = (sets: readonly PodSet[]): number => sets.reduce((all, { count }) => all + count, 0);

const isWhole = (wanted: readonly PodSet[], admitted: readonly PodSet[]): boolean =>
  wanted.length > 0 &&
  wanted.every(({ name, count }) => admitted.some((one) => one.name === name && one.count === count));

const conditionsOf = ({ status }: ApiObject): readonly Condition[] => status?.conditions ?? [];

const isTrue = (workload: ApiObject, wanted: string): boolean =>
  conditionsOf(workload).some(({ type, status }) => type === wanted && status === "True");

/** What Kueue says of why a workload is not admitted. */
function waitingWords(workloads: readonly ApiObject[]): string {
  if (workloads.length === 0) return "Kueue made no workload of it";
  const waiting = workloads.find((one) => !isTrue(one, "Admitted"));
  if (!waiting) return "";
  const of = (wanted: string) => conditionsOf(waiting).find(({ type }) => type === wanted)?.message;
  return of("QuotaReserved") ?? of("Admitted") ?? "Kueue has not looked at it";
}

/** The same object, whose pods run until somebody ends them. */
function withRunningPods<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withRunningPods) as Value;
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withRunningPods(one as unknown)]));
  if (!isPodTemplate(inner)) return inner as Value;
  const metadata = (inner["metadata"] ?? {}) as { readonly annotations?: object };
  return { ...inner, metadata: { ...metadata, annotations: { ...metadata.annotations, [RUNS]: "true" } } } as Value;
}

const isPodTemplate = ({ kind, spec }: { readonly kind?: unknown; readonly spec?: unknown }): boolean =>
  kind === undefined && Array.isArray((spec as { readonly containers?: unknown } | undefined)?.containers);
