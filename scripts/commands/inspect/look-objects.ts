import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Namespace of everything that is made to look at hosts; removed with all that is in it. */
export const NAMESPACE = "railyard-inspect";

/** What is said before anything is made. */
export const NEEDS: readonly string[] = [
  `namespace ${NAMESPACE}, which lets privileged pods in: Pod Security refuses folders of the host below that level`,
  "a DaemonSet on the nodes of the pool, which tolerates every taint; removed afterwards, with the namespace",
  "/sys of the host, read only; root without any capability, for the product data of cards; no privileged container, no host network, no token",
  "16 MiB of memory and a hundredth of a CPU on each node",
];

/** The namespace, with the level that a folder of the host needs. */
export const namespaceObject = () => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: {
    name: NAMESPACE,
    labels: { "app.kubernetes.io/managed-by": "railyard", "pod-security.kubernetes.io/enforce": "privileged" },
  },
});

/**
 * The DaemonSet that prints what each host shows. Least privilege: it reads sysfs, and nothing else.
 * @param labels of the nodes @param image with a POSIX shell
 */
export function daemonSetObject(labels: Readonly<Record<string, string>>, image: string) {
  const name = "look";
  const matchLabels = { "app.kubernetes.io/name": NAMESPACE };
  const script = readFileSync(join(__dirname, "look.sh"), "utf8");
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace: NAMESPACE },
    spec: {
      selector: { matchLabels },
      template: {
        metadata: { labels: matchLabels },
        spec: {
          nodeSelector: labels,
          tolerations: [{ operator: "Exists" }],
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 1,
          containers: [
            {
              name,
              image,
              // a DaemonSet starts what has ended again
              command: ["sh", "-c", `${script}\nwhile :; do sleep 3600; done`, "look", "/host/sys"],
              resources: { requests: { cpu: "10m", memory: "16Mi" }, limits: { memory: "64Mi" } },
              securityContext: {
                runAsUser: 0,
                privileged: false,
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ["ALL"] },
                seccompProfile: { type: "RuntimeDefault" },
              },
              volumeMounts: [{ name: "sys", mountPath: "/host/sys", readOnly: true, recursiveReadOnly: "IfPossible" }],
            },
          ],
          volumes: [{ name: "sys", hostPath: { path: "/sys", type: "Directory" } }],
        },
      },
    },
  };
}
