import { SYSTEM_PODS, SYSTEM_PRIORITY } from "../../config/facts/system-pods";
import type { Placement } from "../cluster/placement";
import type { HelmValues } from "../core/helm-values";
import { podResources } from "../core/pod-resources";
import { placementValues } from "../platform/tolerations";
import { cgroupConf } from "./cgroup-conf";
import { epilogScript } from "./epilog";
import { GRES_FOLDER, gresConf, listsGres } from "./gres-conf";
import { JOB_SUBMIT_FILE, jobSubmitScript } from "./job-submit";
import { LOGIN_SET, loginSet, type LoginService, type SlurmLogin } from "./login-set";
import { CHECKS_EPILOG, CHECKS_PROLOG, momentScript } from "./node-checks";
import { DIRECTORY_FILE, nodeSet } from "./node-set";
import { partitions } from "./partitions";
import { plugstackConf } from "./plugstack-conf";
import { noMappingScript, prologScript } from "./prolog";
import { slurmConf } from "./slurm-conf";
import {
  containersOf,
  gpuTypes,
  isCut,
  onLogin,
  hasPyxis,
  sharedBy,
  usedGroups,
  type SlurmLayout,
} from "./slurm-types";
import { podTrust } from "./trust";
import { topologyYaml } from "./topology-yaml";

/** The accounting database, as slurmdbd sees it. */
export interface SlurmStorage {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  /** Secret in Slurm's namespace. */
  readonly passwordSecret: { readonly name: string; readonly key: string };
}

/** Of the slurmctld of a cluster. */
export interface SlurmControllers {
  /** @default 1 */
  readonly replicas?: number;
  /** A claim of somebody else's in Slurm's namespace, which several nodes mount. @default - a volume of its own */
  readonly claim?: string | undefined;
}

export interface SlurmValuesProps {
  /** Name of the cluster in accounting; frozen: the operator refuses another. */
  readonly clusterName: string;
  readonly layout: SlurmLayout;
  readonly storage: SlurmStorage;
  readonly login: SlurmLogin;
  /** Who gives login pods an address. @default - the AWS Load Balancer Controller */
  readonly loginService?: LoginService;
  /** Secret in Slurm's namespace with more keys of users. @default - those of config alone let people in */
  readonly keysSecretName?: string;
  readonly scriptsConfigMap: string;
  /** Secret in Slurm's namespace with the `sssd.conf` of a directory. @default - users of config alone */
  readonly directorySecretName?: string;
  /** Whether people with a job on a node reach it by SSH. @default false */
  readonly nodeSsh?: boolean;
  /** Storage class of slurmctld's state; block storage. Not asked for where there is a claim. */
  readonly storageClassName: string;
  /** How many slurmctld there are, and the claim that they keep their jobs on. @default - one, on a volume of its own */
  readonly controller?: SlurmControllers;
  /** Whether Prometheus Operator's CRDs are there, so that a ServiceMonitor can be. */
  readonly serviceMonitor: boolean;
  /** Labels that Prometheus selects monitors by. @default - none */
  readonly serviceMonitorLabels?: Readonly<Record<string, string>>;
  /** Whether the DCGM exporter reads which job has which GPU. */
  readonly dcgmJobMapping: boolean;
  /** Nodes of the controller, accounting, the REST API and login pods. */
  readonly placement: Placement;
  /** Account of slurmd and login pods, whose role in AWS jobs have. @default - that of the namespace, without a role */
  readonly serviceAccountName?: string;
}

/**
 * Release of Slurm that the images of chart 1.2.1 have. Exact: the chart's own tag, `26.05-ubuntu26.04`, moves with every
 * release. Nobody publishes their digests where they can be read without asking the registry.
 * @see https://github.com/SlinkyProject/containers/blob/05efda0/schedmd/slurm/26.05/ubuntu26.04/slurm.hcl
 */
export const SLURM_IMAGE_TAG = "26.05.1-ubuntu26.04";

const image = (name: string): HelmValues => ({ repository: `ghcr.io/slinkyproject/${name}`, tag: SLURM_IMAGE_TAG });

/** The image with slurmd and Enroot, for a job of our own that imports images. */
export const SLURM_ENROOT_IMAGE = `ghcr.io/slinkyproject/slurmd-pyxis:${SLURM_IMAGE_TAG}`;

/** The image with SSSD and Slurm's commands, for a job of our own that asks a directory. */
export const SLURM_LOGIN_IMAGE = `ghcr.io/slinkyproject/login:${SLURM_IMAGE_TAG}`;

/** Images of slurmd and login pods. Those of Slinky have Pyxis together, or not at all. */
function nodeImages(layout: SlurmLayout): { readonly slurmd: HelmValues; readonly login: HelmValues } {
  const containers = containersOf(layout);
  if (containers.kind === "pyxis") return { slurmd: image("slurmd-pyxis"), login: image("login-pyxis") };
  if (containers.kind === "none") return { slurmd: image("slurmd"), login: image("login") };
  const { loginImage } = containers;
  return {
    slurmd: ownImage(containers.image),
    login: loginImage === undefined ? image("login") : ownImage(loginImage),
  };
}

/** As a container names it that no chart writes. */
const imageText = ({ repository, tag, digest }: HelmValues): string =>
  `${String(repository)}${tag === undefined ? "" : `:${String(tag)}`}${digest === undefined ? "" : `@${String(digest)}`}`;

/** An image as the chart has it: apart where the tag begins, and where the digest does. */
function ownImage(text: string): HelmValues {
  const [named = "", digest] = text.split("@");
  const colon = named.indexOf(":", named.lastIndexOf("/"));
  return {
    repository: colon < 0 ? named : named.slice(0, colon),
    ...(colon >= 0 && { tag: named.slice(colon + 1) }),
    ...(digest !== undefined && { digest }),
  };
}

/** The image of slurmctld, which is on the node of its pod; it has tar. */
export const SLURM_CONTROLLER_IMAGE = `ghcr.io/slinkyproject/slurmctld:${SLURM_IMAGE_TAG}`;

/** The image with sackd, sacctmgr, kubectl and bash, for jobs of our own. */
export const SLURM_TOOLS_IMAGE = `ghcr.io/slinkyproject/login:${SLURM_IMAGE_TAG}`;

/**
 * Containers that only run a few lines of shell: the chart takes alpine:latest from Docker Hub for them, in every pod of
 * every node. The pod's main image is there already, and has what the lines need (sh, mkfifo, find, xargs).
 * @see https://github.com/SlinkyProject/slurm-operator/tree/v1.2.1/internal/builder/common/scripts
 */
export const sidecar = (mainImage: HelmValues): HelmValues => ({
  image: mainImage,
  resources: podResources(SYSTEM_PODS.slurmSidecar),
});

/** Volume of the operator in pods of slurmctld and slurmd. */
const LOG_VOLUME = { name: "slurm-logfile", mountPath: "/var/log/slurm" };

/** slurmctld has no GPUs, and ends without the files that gres.conf includes: an empty one is enough for it. */
const emptyGres = ({ repository, tag }: HelmValues) => ({
  name: "railyard-gres",
  image: `${String(repository)}:${String(tag)}`,
  command: ["sh", "-c", `mkdir -p ${GRES_FOLDER} && touch ${GRES_FOLDER}/gres.conf`],
  resources: podResources(SYSTEM_PODS.slurmSidecar),
  volumeMounts: [LOG_VOLUME],
});

/** Keys are made once; a new key on reinstall would lock every token and every running slurmd out. */
const KEPT_KEY: HelmValues = { create: true, annotations: { "helm.sh/resource-policy": "keep" } };

/** Values of the chart `slurm`. Every setting of Slurm is text, for Helm changes numbers. */
export function slurmValues(props: SlurmValuesProps): HelmValues {
  const { layout } = props;
  const images = nodeImages(layout);
  const groups = usedGroups(layout);
  const hasGpus = gpuTypes(groups).length > 0;
  const shares = listsGres(groups);
  const podSpec = { ...placementValues(props.placement), priorityClassName: SYSTEM_PRIORITY };
  const account = props.serviceAccountName !== undefined && { serviceAccountName: props.serviceAccountName };
  const login = loginSet({
    login: props.login,
    ...(props.loginService && { loginService: props.loginService }),
    scriptsConfigMap: props.scriptsConfigMap,
    shared: onLogin(layout.volumes),
    image: images.login,
    placement: props.placement,
    ...(props.keysSecretName !== undefined && { keysSecretName: props.keysSecretName }),
    ...(props.directorySecretName !== undefined && { directory: true }),
    ...(layout.trustsAuthorities && { trust: podTrust(imageText(images.login)) }),
    session: layout,
    ...account,
  });
  return {
    clusterName: props.clusterName,
    slurmKey: KEPT_KEY,
    jwtKey: KEPT_KEY,
    configFiles: configFiles(layout),
    ...((hasGpus || layout.health) && {
      prologScripts: {
        // first, for its reason says more than that of a prolog that failed
        ...(layout.health && { [CHECKS_PROLOG]: momentScript("prolog") }),
        ...(hasGpus && { "10-railyard.sh": prologScript(layout, shares) }),
        // after that of the chart, which takes the number of an instance for that of a GPU
        ...(props.dcgmJobMapping && groups.some(isCut) && { "95-railyard.sh": noMappingScript() }),
      },
      epilogScripts: {
        ...(hasGpus && { "10-railyard.sh": epilogScript(layout, shares) }),
        ...(layout.health && { [CHECKS_EPILOG]: momentScript("epilog") }),
      },
    }),
    controller: {
      slurmctld: { image: image("slurmctld"), resources: podResources(layout.controllerDemand) },
      reconfigure: { image: image("slurmctld"), resources: podResources(SYSTEM_PODS.slurmSidecar) },
      logfile: sidecar(image("slurmctld")),
      extraConfMap: { ...slurmConf(layout), ...takeover(props) },
      ...kept(props),
      metrics: metrics(props),
      podSpec: { ...podSpec, ...(shares && { initContainers: [emptyGres(image("slurmctld"))] }) },
    },
    restapi: {
      replicas: 1,
      slurmrestd: { image: image("slurmrestd"), resources: podResources(SYSTEM_PODS.slurmrestd) },
      podSpec,
    },
    accounting: {
      enabled: true,
      slurmdbd: { image: image("slurmdbd"), resources: podResources(SYSTEM_PODS.slurmdbd) },
      storageConfig: {
        host: props.storage.host,
        port: props.storage.port,
        database: props.storage.database,
        username: props.storage.username,
        passwordKeyRef: { name: props.storage.passwordSecret.name, key: props.storage.passwordSecret.key },
      },
      podSpec,
    },
    ...(props.directorySecretName !== undefined && {
      sssd: { secretRef: { name: props.directorySecretName, key: DIRECTORY_FILE } },
    }),
    ...(login && { loginsets: { [LOGIN_SET]: login } }),
    nodesets: Object.fromEntries(
      groups.map((group) => [
        group.name,
        nodeSet(group, {
          scriptsConfigMap: props.scriptsConfigMap,
          shared: sharedBy(group, layout),
          containers: containersOf(layout),
          ...(shares && { listsGres: true }),
          ...(layout.health && { health: layout.health }),
          image: images.slurmd,
          logfile: sidecar(images.slurmd),
          ...(props.directorySecretName !== undefined && { directorySecretName: props.directorySecretName }),
          ...(props.nodeSsh && { nodeSsh: true }),
          ...(layout.trustsAuthorities && { trust: podTrust(imageText(images.slurmd)) }),
          session: layout,
          ...account,
        }),
      ]),
    ),
    partitions: Object.fromEntries(
      partitions(layout).map(({ name, nodeGroups, settings }) => [
        name,
        { enabled: true, nodesets: nodeGroups, configMap: settings },
      ]),
    ),
    ...(props.dcgmJobMapping && hasGpus && { vendor: { nvidia: { dcgm: { enabled: true } } } }),
  };
}

/**
 * After so long without an answer the next slurmctld takes over. Slurm's own value is 120 s; a pod that Kubernetes starts again
 * on its node is back before this one.
 * @see https://slurm.schedmd.com/slurm.conf.html#OPT_SlurmctldTimeout
 */
export const TAKEOVER_SECONDS = 30;

const takeover = ({ controller: { replicas = 1 } = {} }: SlurmValuesProps): HelmValues =>
  replicas > 1 ? { SlurmctldTimeout: String(TAKEOVER_SECONDS) } : {};

/** Where slurmctld keeps its jobs, and how many others take over from there. */
function kept({ controller: { replicas = 1, claim } = {}, storageClassName }: SlurmValuesProps): HelmValues {
  return {
    ...(replicas > 1 && { ha: { enabled: true, backups: replicas - 1 } }),
    persistence:
      claim === undefined
        ? { enabled: true, storageClassName, resources: { requests: { storage: "20Gi" } } }
        : { enabled: true, existingClaim: claim },
  };
}

/** The files beside slurm.conf; slurmctld hands them to every slurmd. */
export function configFiles(layout: SlurmLayout): Record<string, string> {
  const topology = topologyYaml(layout);
  const submit = jobSubmitScript(layout);
  return {
    "cgroup.conf": cgroupConf(),
    ...(gpuTypes(usedGroups(layout)).length > 0 && { "gres.conf": gresConf(usedGroups(layout)) }),
    ...(hasPyxis(layout) && { "plugstack.conf": plugstackConf() }),
    ...(topology !== null && { "topology.yaml": topology }),
    ...(submit !== null && { [JOB_SUBMIT_FILE]: submit }),
  };
}

/** `jobs-users-accts` has GPUs by account, which costs are shared by. */
function metrics({ serviceMonitor, serviceMonitorLabels }: SlurmValuesProps): HelmValues {
  return {
    enabled: true,
    serviceMonitor: {
      enabled: serviceMonitor,
      ...(serviceMonitorLabels && { labels: serviceMonitorLabels }),
      endpoints: ["jobs", "nodes", "partitions", "scheduler", "jobs-users-accts"].map((name) => ({
        path: `/metrics/${name}`,
      })),
    },
  };
}
