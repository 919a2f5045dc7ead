import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "../../scripts/control-plane/api";

/** Of Slurm. */
export const NAMESPACE = "slurm";

/** What slurmctld tells of a partition. */
const METRICS = ["nodes_alloc", "nodes_mixed", "nodes_drained", "nodes_down", "jobs_max_job_nodes_nohold"] as const;
type Values = Partial<Record<(typeof METRICS)[number], number>>;

/** slurmctld, as Prometheus sees it. */
export class Slurmctld {
  readonly #values = new Map<string, Values>();
  readonly #server: Server;
  #answers = true;

  constructor() {
    this.#server = createServer((_, answer) => {
      if (!this.#answers) return void answer.writeHead(503).end();
      answer.setHeader("content-type", "text/plain; version=0.0.4");
      answer.end(`${[...this.#values].flatMap(([name, values]) => lines(name, values)).join("\n")}\n`);
    });
  }

  async listens(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return (this.#server.address() as AddressInfo).port;
  }

  tells(partition: string, values: Values): void {
    this.#values.set(partition, values);
  }

  /** Nodes with jobs, as Slurm's operator knows them. */
  allocated(partition: string): number {
    return this.#values.get(partition)?.nodes_alloc ?? 0;
  }

  answers(does: boolean): void {
    this.#answers = does;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const lines = (partition: string, values: Values): string[] =>
  METRICS.map(
    (name) => `slurm_partition_${name}{namespace="${NAMESPACE}",partition="${partition}"} ${values[name] ?? 0}`,
  );

/** Where NodeSets are. */
export const NODESETS = `/apis/slinky.slurm.net/v1beta1/namespaces/${NAMESPACE}/nodesets`;

/** The kind of Slurm's operator as far as it is scaled. @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/helm/slurm-operator-crds/templates/slinky.slurm.net_nodesets.yaml */
export const NODESET = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "nodesets.slinky.slurm.net" },
  spec: {
    group: "slinky.slurm.net",
    names: { kind: "NodeSet", listKind: "NodeSetList", plural: "nodesets", singular: "nodeset" },
    scope: "Namespaced",
    versions: [
      {
        name: "v1beta1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        },
        subresources: {
          status: {},
          scale: {
            labelSelectorPath: ".status.selector",
            specReplicasPath: ".spec.replicas",
            statusReplicasPath: ".status.replicas",
          },
        },
      },
    ],
  },
};

/** What the chart calls the NodeSet of a pool. */
export const nameOf = (pool: string) => `slurm-worker-${pool}`;

/** Acts for Slurm's operator: there are as many pods as are asked for, and it tells how many have jobs. */
export async function followSpecs(api: Api, slurmctld: Slurmctld, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const { metadata, spec, status } of await api.list(NODESETS)) {
      const slurmAllocated = slurmctld.allocated(metadata.name.replace(nameOf(""), ""));
      if (status?.replicas === spec.replicas && status.slurmAllocated === slurmAllocated) continue;
      await api.patch(`${NODESETS}/${metadata.name}/status`, {
        status: {
          replicas: spec.replicas as number,
          selector: `app=${metadata.name}`,
          slurmAllocated,
        },
      });
    }
    await sleep(200);
  }
}
