import { DAEMON_UPDATE_STRATEGY } from "../core/daemon-rollout";
import type { NodeTaint } from "../core/node-taint";
import type { DaemonSet } from "../kubernetes/objects";
import type { ClusterComponent, ClusterContext } from "./component";
import { KubernetesObjects } from "./kubernetes-objects";
import { tolerate } from "./tolerations";

/** Nodes of a pool, and what waits on them. */
export interface PulledImages {
  /** Name of the pool. */
  readonly name: string;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly images: readonly string[];
}

const NAMESPACE = "kube-system";
const RELEASE = "pre-pull";

/**
 * A daemon for each pool, with a container for each image that sleeps: the kubelet pulls what a container needs, and removes no
 * image of one that runs, however full the disk is. It does nothing, and has no right to anything.
 * @see https://kubernetes.io/docs/concepts/architecture/garbage-collection/#container-image-garbage-collection
 */
export function prePullDaemons(pools: readonly PulledImages[], taints: readonly NodeTaint[]): DaemonSet[] {
  return pools.map(({ name, nodeSelector, images }) => {
    const labels = { "app.kubernetes.io/name": RELEASE, "railyard.dev/pool": name };
    return {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { name: `${RELEASE}-${name}`, namespace: NAMESPACE, labels },
      spec: {
        selector: { matchLabels: labels },
        updateStrategy: DAEMON_UPDATE_STRATEGY,
        template: {
          metadata: { labels },
          spec: {
            nodeSelector,
            tolerations: tolerate(taints),
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            terminationGracePeriodSeconds: 0,
            containers: images.map((image, at) => ({
              name: `image-${at + 1}`,
              image,
              imagePullPolicy: "IfNotPresent",
              command: ["sleep", "infinity"],
              resources: { requests: { cpu: "1m", memory: "4Mi" }, limits: { memory: "16Mi" } },
              securityContext: {
                allowPrivilegeEscalation: false,
                capabilities: { drop: ["ALL"] },
                runAsNonRoot: true,
                runAsUser: 65534,
              },
            })),
          },
        },
      },
    };
  });
}

const pulled = ({ env }: ClusterContext): PulledImages[] =>
  env.nodeGroups.flatMap(({ name, nodeSelector, prePull }) =>
    prePull ? [{ name, nodeSelector, images: prePull }] : [],
  );

/** Images that wait on nodes. Nothing waits for them: a registry that is slow is no reason to fail a deployment. */
export const prePull: ClusterComponent = {
  id: RELEASE,
  when: (context) => pulled(context).length > 0 || "no node group has prePull",
  install: (context, { scope, id, dependsOn }) => [
    new KubernetesObjects(scope, id, {
      release: RELEASE,
      namespace: NAMESPACE,
      createNamespace: false,
      objects: prePullDaemons(pulled(context), context.taints),
      wait: false,
      dependsOn,
    }).dependable,
  ],
};
