import { SYSTEM_PODS } from "../../config/facts/system-pods";
import type { Placement } from "../cluster/placement";
import type { HelmValues } from "../core/helm-values";
import { podResources } from "../core/pod-resources";
import { placementValues } from "../platform/tolerations";
import { SCRIPTS_PATH } from "./scripts-path";
import { sharedClaims, sharedMounts, type SharedVolume } from "./slurm-types";
import { sessionLines, type SessionProps, type Trust } from "./trust";
import { USER_KEYS_MOUNT, userKeysVolume, USERS_MOUNTS, USERS_SSHD_CONFIG, USERS_VOLUMES } from "./users";
import type { PodSpec, PriorityClass } from "../kubernetes/objects";

/** Login pods and how people reach them. */
export type SlurmLogin =
  | { readonly kind: "none" }
  | {
      readonly kind: "internal";
      readonly replicas: number;
    }
  | {
      readonly kind: "internet";
      readonly replicas: number;
      /** Blocks from which SSH is allowed; at least one. */
      readonly allowedCidrs: readonly string[];
    };

/** Who gives the Service of login pods an address. */
export type LoginService =
  /** The AWS Load Balancer Controller makes a Network Load Balancer. */
  | { readonly kind: "aws" }
  /** Whoever makes load balancers in the cluster. */
  | {
      readonly kind: "cluster";
      /** Null: whoever takes Services without a class. */
      readonly loadBalancerClass: string | null;
      readonly annotations: Readonly<Record<string, string>>;
    };

export interface LoginSetProps {
  readonly login: SlurmLogin;
  /** @default { kind: "aws" } */
  readonly loginService?: LoginService;
  readonly scriptsConfigMap: string;
  readonly shared: readonly SharedVolume[];
  readonly image: HelmValues;
  /** Secret with more keys of users. @default - those of config alone let people in */
  readonly keysSecretName?: string;
  /** Whether people may be those of a directory. @default false */
  readonly directory?: boolean;
  /** Nodes of the login pods. */
  readonly placement: Placement;
  /** Certificates that people's programs trust beside those of the image. @default - none */
  readonly trust?: Trust;
  /** How programs of people reach what lies outside. @default - by the network */
  readonly session?: SessionProps;
  /** Account of the pods, whose role in AWS people have. @default - that of the namespace, without a role */
  readonly serviceAccountName?: string;
}

/** Key of the set in the values of the chart. Frozen: names follow from it. */
export const LOGIN_SET = "login";

/** Priority class of login pods: before what has none, after what the cluster cannot do without. */
export const LOGIN_PRIORITY = "railyard-login";

/** The class itself: it belongs to no namespace. */
export function loginPriorityClass(): PriorityClass {
  return {
    apiVersion: "scheduling.k8s.io/v1",
    kind: "PriorityClass",
    metadata: { name: LOGIN_PRIORITY },
    value: 100000,
    globalDefault: false,
    description: "Login pods: people work in them.",
  };
}

/**
 * Keys that a directory has, beside those of config. Not for whom the image has itself, such as slurm: an entry of the directory with
 * that name would bring a key to them. Not for people with an id of the system, nor with a name that leads out of the folder of homes.
 * @see https://man.archlinux.org/man/sss_ssh_authorizedkeys.1
 * @see https://man.openbsd.org/sshd_config#AuthorizedKeysCommand
 */
const DIRECTORY_KEYS = [
  `AuthorizedKeysCommand /bin/sh -c 'case "$1" in */*) exit 0;; esac; test "$2" -ge 1000 && test "$2" -ne 65534 && exec /usr/bin/sss_ssh_authorizedkeys -- "$1"' sh %u %U`,
  "AuthorizedKeysCommandUser nobody",
];

/** What sshd is told beside the operator's lines. @param directory whether people may be those of a directory @param session how their programs reach what lies outside */
export function sshdConfig(directory = false, session: SessionProps = {}): string {
  return [
    "PasswordAuthentication no",
    ...USERS_SSHD_CONFIG,
    ...(directory ? DIRECTORY_KEYS : []),
    ...sessionLines(session),
    "ClientAliveInterval 120",
    "ClientAliveCountMax 3",
    "",
  ].join("\n");
}

const LOAD_BALANCER = "service.beta.kubernetes.io/aws-load-balancer-";

/**
 * The LoginSet; null for none. People come by SSH, with the keys of config (`users.ts`). The load balancer
 * drops connections that are silent for 350 seconds, so the server asks every two minutes.
 * @see https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/
 */
export function loginSet(props: LoginSetProps): HelmValues | null {
  const { login, shared, keysSecretName } = props;
  if (login.kind === "none") return null;
  if (login.kind === "internet" && login.allowedCidrs.length === 0) {
    throw new Error("login pods on the internet need allowedCidrs: name the blocks that people come from");
  }
  return {
    enabled: true,
    replicas: login.replicas,
    // alpine:latest from Docker Hub in the chart
    initconf: { image: props.image, resources: podResources(SYSTEM_PODS.slurmSidecar) },
    login: {
      image: props.image,
      resources: podResources(SYSTEM_PODS.login),
      volumeMounts: [
        { name: "railyard", mountPath: SCRIPTS_PATH, readOnly: true },
        ...USERS_MOUNTS,
        ...(keysSecretName === undefined ? [] : [USER_KEYS_MOUNT]),
        ...sharedMounts(shared),
        ...(props.trust?.mounts ?? []),
      ],
    },
    extraSshdConfig: sshdConfig(props.directory, props.session),
    service: loginService(login, props.loginService ?? { kind: "aws" }),
    podSpec: podSpec(props),
  };
}

/** Its Service, which has an address outside of the cluster. */
function loginService(login: Exclude<SlurmLogin, { readonly kind: "none" }>, service: LoginService): HelmValues {
  const from = login.kind === "internet" && { loadBalancerSourceRanges: login.allowedCidrs };
  if (service.kind === "cluster") {
    const { annotations, loadBalancerClass } = service;
    return {
      ...(Object.keys(annotations).length > 0 && { metadata: { annotations } }),
      spec: { type: "LoadBalancer", ...(loadBalancerClass !== null && { loadBalancerClass }), ...from },
    };
  }
  return {
    metadata: {
      annotations: {
        [`${LOAD_BALANCER}scheme`]: login.kind === "internet" ? "internet-facing" : "internal",
        [`${LOAD_BALANCER}nlb-target-type`]: "ip",
        // a person goes back to the same pod, where the terminal multiplexer runs
        [`${LOAD_BALANCER}target-group-attributes`]: "stickiness.enabled=true,stickiness.type=source_ip",
      },
    },
    spec: { type: "LoadBalancer", loadBalancerClass: "service.k8s.aws/nlb", ...from },
  };
}

function podSpec(props: LoginSetProps): Partial<PodSpec> {
  const { placement, serviceAccountName, scriptsConfigMap, shared, keysSecretName, trust } = props;
  return {
    ...placementValues(placement),
    priorityClassName: LOGIN_PRIORITY,
    ...(serviceAccountName !== undefined && { serviceAccountName }),
    volumes: [
      {
        name: "railyard",
        configMap: {
          name: scriptsConfigMap,
          defaultMode: 0o755,
          items: [{ key: "railyard-srun", path: "railyard-srun" }],
        },
      },
      ...USERS_VOLUMES,
      ...(keysSecretName === undefined ? [] : [userKeysVolume(keysSecretName)]),
      ...sharedClaims(shared),
      ...(trust?.volumes ?? []),
    ],
    ...(trust && { initContainers: [...trust.initContainers] }),
  };
}
