import { HYBRID_DNS_IMAGE, HYBRID_LABEL, hybridDnsAddress } from "../../config/facts/hybrid-nodes";
import { SYSTEM_PRIORITY } from "../../config/facts/system-pods";
import type { NodeTaint } from "../core/node-taint";
import type { ClusterRole, ConfigMap, Deployment, KubernetesObject, Service } from "../kubernetes/objects";
import type { PlatformComponent } from "./component";
import { KubernetesObjects } from "./kubernetes-objects";
import { tolerate } from "./tolerations";

export interface HybridDnsProps {
  /** IPv4 block of Kubernetes services. */
  readonly serviceCidr: string;
  /** Servers on premises; one at least. */
  readonly nodes: number;
  /** Taints of their pools. */
  readonly taints: readonly NodeTaint[];
}

/** Frozen. */
const NAME = "coredns-on-premises";
/** The account of what hostNetwork and privileged daemons have is there as well. Frozen. */
const NAMESPACE = "kube-system";

const labels = { "app.kubernetes.io/name": NAME };
const metadata = { name: NAME, namespace: NAMESPACE, labels };

/** Names of the cluster; others by the resolvers of the server itself, which know names on premises. */
const COREFILE = `.:53 {
    errors
    health {
        lameduck 5s
    }
    ready
    kubernetes cluster.local in-addr.arpa ip6.arpa {
        pods insecure
        fallthrough in-addr.arpa ip6.arpa
    }
    prometheus :9153
    forward . /etc/resolv.conf
    cache 30
    loop
    reload
    loadbalance
}
`;

const config: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { Corefile: COREFILE } };

/** What CoreDNS reads. @see https://coredns.io/plugins/kubernetes/ */
const role: ClusterRole = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRole",
  metadata: { name: NAME, labels },
  rules: [
    { apiGroups: [""], resources: ["services", "pods", "namespaces"], verbs: ["list", "watch"] },
    { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: ["list", "watch"] },
  ],
};

/** An address of its own: kubelets of hybrid nodes name it first, and that of CoreDNS in AWS after it. */
const service = (serviceCidr: string): Service => ({
  apiVersion: "v1",
  kind: "Service",
  metadata,
  spec: {
    clusterIP: hybridDnsAddress(serviceCidr),
    selector: labels,
    ports: (["UDP", "TCP"] as const).map((protocol) => ({
      name: `dns-${protocol.toLowerCase()}`,
      port: 53,
      targetPort: 53,
      protocol,
    })),
  },
});

const probe = (path: string, port: number) => ({ httpGet: { path, port }, timeoutSeconds: 5, failureThreshold: 5 });

const deployment = ({ nodes, taints }: HybridDnsProps): Deployment => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata,
  spec: {
    replicas: Math.min(2, nodes),
    selector: { matchLabels: labels },
    strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } },
    template: {
      metadata: { labels },
      spec: {
        serviceAccountName: NAME,
        priorityClassName: SYSTEM_PRIORITY,
        // those of the server: names on premises are known there
        dnsPolicy: "Default",
        nodeSelector: HYBRID_LABEL,
        tolerations: tolerate(taints),
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: "kubernetes.io/hostname",
            whenUnsatisfiable: "ScheduleAnyway",
            labelSelector: { matchLabels: labels },
          },
        ],
        containers: [
          {
            name: "coredns",
            image: HYBRID_DNS_IMAGE,
            args: ["-conf", "/etc/coredns/Corefile"],
            ports: [
              { name: "dns-udp", containerPort: 53, protocol: "UDP" },
              { name: "dns-tcp", containerPort: 53, protocol: "TCP" },
              { name: "metrics", containerPort: 9153, protocol: "TCP" },
            ],
            livenessProbe: { ...probe("/health", 8080), initialDelaySeconds: 60 },
            readinessProbe: probe("/ready", 8181),
            resources: { requests: { cpu: "100m", memory: "70Mi" }, limits: { memory: "170Mi" } },
            securityContext: {
              allowPrivilegeEscalation: false,
              capabilities: { add: ["NET_BIND_SERVICE"], drop: ["ALL"] },
              readOnlyRootFilesystem: true,
            },
            volumeMounts: [{ name: "config", mountPath: "/etc/coredns", readOnly: true }],
          },
        ],
        volumes: [{ name: "config", configMap: { name: NAME } }],
      },
    },
  },
});

/** CoreDNS on hybrid nodes, with what it reads and the address at which pods there ask it. */
export function hybridDnsObjects(props: HybridDnsProps): KubernetesObject[] {
  const account = { kind: "ServiceAccount", name: NAME, namespace: NAMESPACE };
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata },
    role,
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: NAME, labels },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: NAME },
      subjects: [account],
    },
    config,
    deployment(props),
    service(props.serviceCidr),
  ];
}

/** Names for pods on premises: without it each question crosses the connection to AWS, and none is answered while that is down. */
export const hybridDns: PlatformComponent = {
  id: "hybrid-dns",
  after: ["cilium"],
  when: ({ env: { cluster, nodeGroups } }) => {
    if (cluster.hybrid?.dns !== "on-premises") return "cluster.hybrid.dns is not on-premises";
    return nodeGroups.some(({ machines }) => machines.kind === "existing") || "no node group is of kind hybrid";
  },
  install: ({ env: { cluster, nodeGroups } }, { scope, id, dependsOn }) => {
    const pools = nodeGroups.filter(({ machines }) => machines.kind === "existing");
    return [
      new KubernetesObjects(scope, id, {
        release: NAME,
        namespace: NAMESPACE,
        createNamespace: false,
        // before the first server joins there is no node for any of its pods
        wait: false,
        objects: hybridDnsObjects({
          serviceCidr: cluster.serviceCidr,
          nodes: pools.reduce((sum, { count }) => sum + count.max, 0),
          taints: pools.flatMap(({ taints }) => taints),
        }),
        dependsOn,
      }).dependable,
    ];
  },
};
