import { awsDomain } from "../facts/regions";
import { loginSecret } from "../outbound/login-schema";
import type { Destination } from "./remote-write-schema";

/** A workspace of Amazon Managed Service for Prometheus, as its ARN says. */
export interface Workspace {
  readonly arn: string;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
  readonly id: string;
}

/** Service of AWS that takes samples, as endpoints of VPCs name it. */
export const AMP_SERVICE = "aps-workspaces";

type Destinations = Readonly<Record<string, Destination>>;

/** The parts of a workspace's ARN. */
export function workspaceOf(arn: string): Workspace {
  const [, partition = "", , region = "", account = "", resource = ""] = arn.split(":");
  return { arn, partition, region, account, id: resource.split("/")[1] ?? "" };
}

/** Workspaces among the stores, with the names that config has for them. */
export const workspaces = (stores: Destinations): readonly (readonly [string, Workspace])[] =>
  Object.entries(stores).flatMap(([name, store]) =>
    store.kind === "amp" ? [[name, workspaceOf(store.workspace)] as const] : [],
  );

/**
 * Where samples are posted.
 * @see https://docs.aws.amazon.com/prometheus/latest/userguide/AMP-onboard-ingest-metrics-existing-Prometheus.html
 */
export function writeUrl(store: Destination): string {
  if (store.kind === "prometheus") return store.url;
  const { region, id } = workspaceOf(store.workspace);
  return `https://${AMP_SERVICE}.${region}.${awsDomain(region)}/workspaces/${id}/api/v1/remote_write`;
}

/** In one word or two, as reviews and sheets call it. */
export const storeTitle = (store: Destination): string =>
  store.kind === "amp"
    ? `workspace ${workspaceOf(store.workspace).id} of Amazon Managed Service for Prometheus in ${workspaceOf(store.workspace).region}`
    : store.url;

/** Secret that a store needs; null: none. */
export const storeSecret = (store: Destination): string | null =>
  store.kind === "prometheus" ? loginSecret(store.login) : null;
