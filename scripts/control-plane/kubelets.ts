import { setTimeout as sleep } from "node:timers/promises";
import type { Api, ApiObject } from "./api";
import { podStatus } from "./pod-status";
import { isReleased, volumeFor } from "./volumes";

/** Milliseconds between two looks. */
const POLL_MS = 250;
/** Objects that are written at the same time. */
const AT_ONCE = 8;

/** What acts for the kubelets and the drivers of volumes. */
export interface Kubelets {
  /** Looks once, and acts. @returns how many objects it wrote */
  readonly look: () => Promise<number>;
  /** Ends; what it was at is done first. @throws what stopped it before */
  readonly stop: () => Promise<void>;
}

/**
 * Acts for the kubelets of all nodes: pods that have a node become ready, those of Jobs succeed, those that are deleted go.
 * And for whoever makes volumes: claims that have a node, or wait for none, get one.
 */
export function startKubelets(api: Api): Kubelets {
  let stopped = false;
  let busy: Promise<number> = Promise.resolve(0);
  const look = () => (busy = busy.then(() => act(api)));
  const loop = (async () => {
    while (!stopped) {
      await look();
      await sleep(POLL_MS);
    }
  })();
  loop.catch(() => {});
  return {
    look,
    stop: async () => {
      stopped = true;
      await loop;
    },
  };
}

async function act(api: Api): Promise<number> {
  const now = new Date().toISOString();
  const pods = await api.list("/api/v1/pods?fieldSelector=spec.nodeName!%3D&resourceVersion=0");
  const podPath = ({ metadata: { namespace, name } }: ApiObject) => `/api/v1/namespaces/${namespace}/pods/${name}`;
  const work = pods.flatMap((pod): (() => Promise<unknown>)[] => {
    if (pod.metadata.deletionTimestamp !== undefined)
      return [() => api.remove(podPath(pod), { gracePeriodSeconds: 0 })];
    const status = podStatus(pod, now);
    return status === null ? [] : [() => api.patch(`${podPath(pod)}/status`, { status })];
  });
  const claims = await api.list("/api/v1/persistentvolumeclaims?resourceVersion=0");
  const waiting = claims.filter(({ status }) => (status?.phase ?? "Pending") === "Pending");
  const classes = waiting.length > 0 ? await api.list("/apis/storage.k8s.io/v1/storageclasses?resourceVersion=0") : [];
  for (const claim of waiting) {
    const volume = volumeFor(claim, classes);
    if (volume !== null) work.push(() => api.ask("POST", "/api/v1/persistentvolumes", volume));
  }
  for (const volume of await api.list("/api/v1/persistentvolumes?resourceVersion=0"))
    if (isReleased(volume) && volume.metadata.deletionTimestamp === undefined)
      work.push(() => api.remove(`/api/v1/persistentvolumes/${volume.metadata.name}`));
  const count = work.length;
  await eachOf(work);
  return count;
}

async function eachOf(work: (() => Promise<unknown>)[]): Promise<void> {
  const next = async (): Promise<void> => {
    for (let one = work.pop(); one; one = work.pop()) await one();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}
