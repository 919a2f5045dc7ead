import { CHARTS } from "../facts/versions";
import type { ConfigPath } from "../kernel/issues";
import { keepsJobFiles, logSecret, nodeSubjects, type KeptLogs } from "../logs/logs";
import { LOGS_NAMESPACE } from "../logs/schema";
import { readerSecrets } from "../monitoring/grafana-stores";
import { storeSecret } from "../monitoring/remote-write";
import { secretOf } from "../monitoring/routes";
import { groupPath } from "../pools/written-groups";
import type { ResolvedVolume } from "../storage/kind";
import type { SiteEnvironment } from "../sites/environment";
import { TRACES_NAMESPACE } from "../traces/schema";
import { traceSecret, type KeptTraces } from "../traces/traces";

/** A Secret of Kubernetes that an environment names, and that somebody makes by hand. */
export interface NamedSecret {
  readonly namespace: string;
  readonly name: string;
  /** The key of config that names it. */
  readonly path: ConfigPath;
  /** What is in it. Two keys may name one Secret for the same thing. */
  readonly holds: string;
  /** What happens without it. */
  readonly without: string;
  /** Whether pods wait for it, or something fails. */
  readonly needed: boolean;
}

/** What names them. */
export interface Naming extends Pick<SiteEnvironment, "slurm" | "nodeGroups" | "topograph"> {
  readonly storage: readonly Pick<ResolvedVolume, "title" | "path" | "needs">[];
  readonly monitoring: Pick<SiteEnvironment["monitoring"], "enabled" | "receivers" | "remoteWrite" | "grafana">;
  readonly logs: KeptLogs;
  readonly traces: KeptTraces;
}

/** Every Secret that an environment names, in the order of the keys. */
export const namedSecrets = (env: Naming): readonly NamedSecret[] => [
  ...ofSlurm(env),
  ...ofVolumes(env),
  ...ofVirtualGpus(env),
  ...ofTopograph(env),
  ...ofReceivers(env),
  ...ofStores(env),
  ...ofGrafana(env),
  ...ofLogs(env),
  ...ofTraces(env),
];

function ofSlurm({ slurm }: Naming): NamedSecret[] {
  if (!slurm) return [];
  const { namespace } = CHARTS.slurm;
  const { keysSecretName, directorySecretName, containers, accounting } = slurm;
  const credentials = containers.kind === "pyxis" ? containers.credentialsSecretName : undefined;
  return [
    ...(accounting.kind === "external"
      ? [
          {
            namespace,
            name: accounting.secretName,
            path: ["slurm", "accounting", "secretName"],
            holds: "the password of the accounting database",
            without: "slurmdbd does not start, and with it no job",
            needed: true,
          },
        ]
      : []),
    ...(keysSecretName === undefined
      ? []
      : [
          {
            namespace,
            name: keysSecretName,
            path: ["slurm", "keysSecretName"],
            holds: "keys of users",
            without: "users have the keys of config alone",
            needed: false,
          },
        ]),
    ...(directorySecretName === undefined
      ? []
      : [
          {
            namespace,
            name: directorySecretName,
            path: ["slurm", "directorySecretName"],
            holds: "sssd.conf of the directory",
            without: "login and slurmd pods wait for it for ever",
            needed: true,
          },
        ]),
    ...(credentials === undefined
      ? []
      : [
          {
            namespace,
            name: credentials,
            path: ["slurm", "containers", "credentialsSecretName"],
            holds: "credentials of registries",
            without: "jobs pull public images alone",
            needed: false,
          },
        ]),
  ];
}

const ofVolumes = ({ storage }: Naming): NamedSecret[] =>
  storage.flatMap(({ path, title, needs: { cluster } }) =>
    (cluster?.secrets ?? []).map((secret) => ({
      ...secret,
      path: [...path, "secretName"],
      holds: `credentials of ${title}`,
      without: "pods wait for the volume for ever",
      needed: true,
    })),
  );

function ofVirtualGpus({ nodeGroups }: Naming): NamedSecret[] {
  const { namespace } = CHARTS["gpu-operator"];
  return nodeGroups.flatMap((group) => {
    const { vgpu } = group.sharing;
    if (!vgpu) return [];
    const { licenseSecret, manager } = vgpu;
    return [
      {
        namespace,
        name: licenseSecret,
        path: groupPath(group, "sharing", "licenseSecret"),
        holds: "the licence of vGPU",
        without: "virtual GPUs run slowly after a while: they have no licence",
        needed: true,
      },
      ...(manager.pullSecret === undefined
        ? []
        : [
            {
              namespace,
              name: manager.pullSecret,
              path: groupPath(group, "sharing", "manager", "pullSecret"),
              holds: "credentials of the registry with the vGPU manager",
              without: "no node pulls the vGPU manager, and none offers a GPU",
              needed: true,
            },
          ]),
    ];
  });
}

const ofTopograph = ({ topograph }: Naming): NamedSecret[] =>
  topograph === null || topograph.secretName === null
    ? []
    : [
        {
          namespace: CHARTS.topograph.namespace,
          name: topograph.secretName,
          path: ["cluster", "topograph", "provider", "secretName"],
          holds: "credentials of the cloud that topograph asks",
          without: "topograph waits for it for ever, and no node has labels that say where it stands",
          needed: true,
        },
      ];

const ofReceivers = ({ monitoring }: Naming): NamedSecret[] =>
  Object.entries(monitoring.enabled ? monitoring.receivers : {}).flatMap(([name, receiver]) => {
    const secret = secretOf(receiver);
    if (secret === null) return [];
    return [
      {
        namespace: CHARTS["kube-prometheus-stack"].namespace,
        name: secret.name,
        path: ["monitoring", "receivers", name, ...secret.path],
        holds: secret.holds,
        without: "Alertmanager waits for it for ever, and nobody is told of any alert",
        needed: true,
      },
    ];
  });

const ofStores = ({ monitoring }: Naming): NamedSecret[] =>
  Object.entries(monitoring.enabled ? monitoring.remoteWrite : {}).flatMap(([name, store]) => {
    const secret = storeSecret(store);
    if (secret === null) return [];
    return [
      {
        namespace: CHARTS["kube-prometheus-stack"].namespace,
        name: secret,
        path: ["monitoring", "remoteWrite", name, "login", "secretName"],
        holds: "the login of a store of metrics",
        without: "Prometheus gets no new configuration, and a new one does not start",
        needed: true,
      },
    ];
  });

/** Pods read Secrets of their own namespace: collectors of nodes are in one, and that of jobs in another. */
function ofLogs({ logs }: Naming): NamedSecret[] {
  const name = logSecret(logs);
  if (name === null) return [];
  const namespaces = [
    ...(nodeSubjects(logs).length > 0 ? [LOGS_NAMESPACE] : []),
    ...(keepsJobFiles(logs) ? [CHARTS.slurm.namespace] : []),
  ];
  return namespaces.map((namespace) => ({
    namespace,
    name,
    path: ["logs", "to", "login", "secretName"],
    holds: "the login of the store of logs",
    without: "collectors wait for it for ever, and no logs are kept",
    needed: true,
  }));
}

function ofTraces({ traces }: Naming): NamedSecret[] {
  const name = traceSecret(traces);
  if (name === null) return [];
  return [
    {
      namespace: TRACES_NAMESPACE,
      name,
      path: ["traces", "to", "login", "secretName"],
      holds: "the login of the store of traces",
      without: "collectors wait for it for ever, and no traces are kept",
      needed: true,
    },
  ];
}

function ofGrafana({ monitoring }: Naming): NamedSecret[] {
  const { enabled, grafana } = monitoring;
  const { namespace } = CHARTS["kube-prometheus-stack"];
  const without = "Grafana waits for it for ever, and nobody sees a dashboard";
  return [
    ...(enabled && grafana.login.kind === "oidc"
      ? [
          {
            namespace,
            name: grafana.login.secretName,
            path: ["monitoring", "grafana", "login", "secretName"],
            holds: "the secret by which Grafana proves itself to the provider of logins",
            without,
            needed: true,
          },
        ]
      : []),
    ...readerSecrets(monitoring).map(({ key, name }) => ({
      namespace,
      name,
      path: ["monitoring", "grafana", key, "login", "secretName"],
      holds: `the login by which Grafana reads ${key}`,
      without,
      needed: true,
    })),
  ];
}
