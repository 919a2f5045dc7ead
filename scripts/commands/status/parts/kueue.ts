import { parseJson } from "../../../lib/files/read-json";
import type { StatusPart } from "../part";

interface QueueSeen {
  readonly name: string;
  /** Null: Kueue has not said so yet. */
  readonly pending: number | null;
  readonly admitted: number | null;
  /** Why it admits nothing; null: it is active. */
  readonly inactive: string | null;
}

interface Condition {
  readonly type?: string;
  readonly status?: string;
  readonly message?: string;
}

/** Queues of Kueue: what is admitted, what waits, and which of them admit nothing. */
export const KUEUE: StatusPart = {
  id: "kueue",
  title: "Queues of Kueue",
  absent: ({ kueue }) => (kueue ? null : "the environment has no Kueue"),
  ask: async ({ kubectl }) => {
    const queues = await (await kubectl()).list("clusterqueues.kueue.x-k8s.io");
    return JSON.stringify(
      queues.map(({ metadata: { name }, status = {} }): QueueSeen => {
        const active = ((status["conditions"] ?? []) as Condition[]).find(({ type }) => type === "Active");
        const count = (key: string) => (typeof status[key] === "number" ? status[key] : null);
        return {
          name,
          pending: count("pendingWorkloads"),
          admitted: count("admittedWorkloads"),
          inactive: active?.status === "True" ? null : (active?.message ?? "Kueue has not looked at it"),
        };
      }),
    );
  },
  read: (answer) => {
    const queues = parseJson(answer, { name: "What the cluster says of its queues" }) as QueueSeen[];
    const closed = queues.filter(({ inactive }) => inactive !== null);
    const waiting = queues.filter(({ pending }) => pending !== null && pending > 0);
    const sum = (of: (queue: QueueSeen) => number | null) => {
      const values = queues.map(of);
      return values.includes(null) ? "unknown" : String(values.reduce<number>((all, one) => all + one!, 0));
    };
    return {
      state: closed.length > 0 || queues.length === 0 ? "attention" : "well",
      line:
        queues.length === 0
          ? "there is none"
          : `${sum(({ admitted }) => admitted)} admitted; ${sum(({ pending }) => pending)} wait`,
      details: [
        ...closed.map(({ name, inactive }) => `${name} admits nothing: ${inactive}`),
        ...waiting.map(({ name, pending, admitted }) => `${name}: ${pending} wait, ${admitted ?? "unknown"} admitted`),
      ],
    };
  },
};
