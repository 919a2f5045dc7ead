import { claimedDevices } from "../../config/gpu/claimed-devices";
import type { ResolvedPool } from "../../config/pools/pool";
import type { Api } from "./api";
import { nodeNames } from "./node-objects";
import type { NodeRow } from "./node-sizes";

/** What a driver tells of one node's devices that pods claim. */
export interface PublishedDevices {
  /** Such as `gpu.nvidia.com`. */
  readonly driver: string;
  readonly devices: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, { readonly string: string } | { readonly int: number }>>;
  }[];
}

/** What NVIDIA's driver publishes beside the channel, for its own daemons. */
const DAEMON = "daemon";

/** Devices that drivers would find on a node of a pool. */
export const publishedDevices = (pool: ResolvedPool): PublishedDevices[] =>
  claimedDevices(pool).map(({ driver, attribute, value, count }) => {
    const of = (what: string) => numbered(NAMES[what] ?? what, count, { [attribute]: { string: what } });
    if (value !== CHANNEL) return { driver, devices: of(value) };
    const devices = [...of(CHANNEL), ...of(DAEMON)].map(({ name, attributes }) => ({
      name,
      attributes: { ...attributes, id: { int: 0 } },
    }));
    return { driver, devices };
  });

const CHANNEL = "channel";

/** Devices whose name is not their kind. */
const NAMES: Readonly<Record<string, string>> = { "Elastic Fabric Adapter (EFA)": "efa" };

const numbered = (
  what: string,
  count: number,
  attributes: PublishedDevices["devices"][number]["attributes"],
): PublishedDevices["devices"] => Array.from({ length: count }, (_, at) => ({ name: `${what}-${at}`, attributes }));

/** A slice of each driver for each node. @see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/ */
export const deviceSlices = (rows: readonly NodeRow[]): object[] =>
  rows.flatMap((row) =>
    nodeNames(row).flatMap((nodeName) =>
      (row.published ?? []).map(({ driver, devices }) => ({
        metadata: { name: `${nodeName}-${driver}` },
        spec: { driver, nodeName, pool: { name: nodeName, generation: 1, resourceSliceCount: 1 }, devices },
      })),
    ),
  );

/**
 * Templates from which pods claim channels, which NVIDIA's controller makes of each ComputeDomain: they go with it.
 * @see https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/templates/compute-domain-workload-claim-template.tmpl.yaml
 */
export async function makeChannelTemplates(api: Api): Promise<void> {
  for (const { apiVersion = "resource.nvidia.com/v1beta1", metadata, spec } of await api.list(
    "/apis/resource.nvidia.com/v1beta1/computedomains",
  )) {
    const { name, namespace, uid } = metadata;
    await api.ask("POST", `/apis/resource.k8s.io/v1/namespaces/${namespace}/resourceclaimtemplates`, {
      metadata: {
        name: spec?.channel?.resourceClaimTemplate?.name,
        ownerReferences: [{ apiVersion, kind: "ComputeDomain", name, uid }],
      },
      spec: {
        spec: {
          devices: {
            requests: [{ name: "channel", exactly: { deviceClassName: "compute-domain-default-channel.nvidia.com" } }],
          },
        },
      },
    });
  }
}
