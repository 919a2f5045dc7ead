import type { Destination } from "../../../config/monitoring/remote-write-schema";
import { storeTitle, writeUrl } from "../../../config/monitoring/remote-write";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

const KEY = "monitoring.remoteWrite";

/** Without monitoring nothing is sent to any of them. */
const storesOf = ({ monitoring }: SiteEnvironment): Readonly<Record<string, Destination>> =>
  monitoring.enabled ? monitoring.remoteWrite : {};

const addresses = (env: SiteEnvironment): ReadonlySet<string> =>
  new Set(Object.values(storesOf(env)).map((store) => writeUrl(store)));

/** Stores outside of the cluster to which metrics go from now on. */
export function metricsLeave({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const known = addresses(both.before);
  return Object.entries(storesOf(both.after))
    .filter(([, store]) => !known.has(writeUrl(store)))
    .map(([name, store]) =>
      findingOn("security", "warning", configAddress(both.after, "platform", `${KEY}.${name}`), {
        title: `${store.metrics || store.except ? "Some metrics" : "All metrics"} of the cluster go to ${storeTitle(store)}.`,
        details: [
          "Their labels name nodes, pods, namespaces, users, accounts and jobs.",
          store.metrics ? `Only ${andList(store.metrics)}.` : null,
          store.except ? `All but ${andList(store.except)}.` : null,
        ],
        about: [`${KEY}.${name}`],
      }),
    );
}

/** Stores that get nothing any more, or something else. */
export function metricsMissed({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const [was, now] = [storesOf(before), storesOf(after)];
  const left = addresses(after);
  return Object.entries(was).flatMap(([name, store]) => {
    const path = `${KEY}.${name}`;
    const missed = (title: string, details: readonly (string | null)[]) => [
      findingOn("stops", "warning", configAddress(after, "platform", path), {
        title,
        details: [...details],
        about: [path],
      }),
    ];
    if (!left.has(writeUrl(store)))
      return missed(`${storeTitle(store)} gets no metrics of the cluster any more.`, [
        "What it has stays there; alerts and dashboards of its own see the cluster end.",
      ]);
    const successor = now[name];
    if (!successor || writeUrl(successor) !== writeUrl(store)) return [];
    if (JSON.stringify(proof(store)) !== JSON.stringify(proof(successor)))
      return missed(`Prometheus writes to ${storeTitle(store)} as somebody else.`, [
        "Railyard does not ask the store whether it takes that: look for the alert PrometheusRemoteStorageFailures after the apply.",
      ]);
    const fewer = [
      ...(successor.metrics ? (store.metrics ?? []).filter((one) => !successor.metrics?.includes(one)) : []),
      ...(successor.except ?? []).filter((one) => !store.except?.includes(one)),
    ];
    const isNarrower = fewer.length > 0 || (successor.metrics !== undefined && store.metrics === undefined);
    if (!isNarrower) return [];
    return missed(`Fewer metrics go to ${storeTitle(store)}.`, [
      store.metrics === undefined && successor.metrics ? `Only ${andList(successor.metrics)}.` : null,
      fewer.length > 0 ? `No longer sent: ${andList(fewer)}, but for what another name has.` : null,
    ]);
  });
}

/** Who writes, as the store sees it. */
const proof = (store: Destination) => (store.kind === "amp" ? null : [store.login, store.tenant]);
