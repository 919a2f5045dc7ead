import type { Placement } from "../cluster/placement";
import { scriptFile } from "../core/script-file";
import type { ConfigMap, Job } from "../kubernetes/objects";
import { placementValues } from "../platform/tolerations";
import { CREDENTIALS_PATH, credentialsVolume } from "./enroot-conf";
import { textHash } from "../core/text-hash";
import { NO_TRUST, podTrust } from "./trust";
import { configMap } from "../kubernetes/config-map";

/** Images that are imported once, and where their files lie. */
export interface SlurmImages {
  /** File name without its ending → image with its digest. */
  readonly images: Readonly<Record<string, string>>;
  /** Whole path of the folder in login and slurmd pods. */
  readonly folder: string;
  /** The volume that it lies on. */
  readonly claimName: string;
  readonly mountPath: string;
  /** @default - what is public */
  readonly credentialsSecretName?: string;
  /** Variables by which a proxy is found. @default - registries are reached by the network */
  readonly proxy?: Readonly<Record<string, string>>;
  /** Whether registries may have certificates of authorities of the environment. @default false */
  readonly trustsAuthorities?: boolean;
}

export interface ImagesJobProps extends SlurmImages {
  readonly namespace: string;
  /** Image with Enroot. */
  readonly image: string;
  readonly placement: Placement;
}

const LABELS = { "app.kubernetes.io/name": "slurm-images" };
const WORK = "/work";
const SCRIPTS = "/opt/railyard";

/** An image of 20 GB takes half an hour where the registry gives 100 Mbit/s, and there may be several. */
const DEADLINE_SECONDS = 4 * 60 * 60;

/**
 * Imports images onto a volume. Enroot makes namespaces and whiteouts of layers, for which a pod must be privileged, as
 * slurmd is in the same namespace. The name changes with the list, for a Job cannot be changed; nothing waits for it, since a
 * slow registry is no reason to fail a deployment: `kubectl logs` has what could not be imported.
 * @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/docs/usage/pyxis.md
 */
export function imagesJob(props: ImagesJobProps): [ConfigMap, Job] {
  const { namespace, images, folder, claimName, mountPath, credentialsSecretName, proxy = {} } = props;
  const list = Object.entries(images)
    .map(([name, image]) => `${name} ${image}\n`)
    .join("");
  const script = scriptFile("slurm/files/import-images.sh", {
    values: { folder, list: `${SCRIPTS}/images`, work: WORK },
  });
  const name = `slurm-images-${textHash(`${script}${list}`)}`;
  const withSecret = credentialsSecretName !== undefined;
  const trust = props.trustsAuthorities ? podTrust(props.image) : NO_TRUST;
  return [
    configMap(name, namespace, { "import-images.sh": script, images: list }),
    {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name, namespace, labels: LABELS },
      spec: {
        backoffLimit: 4,
        activeDeadlineSeconds: DEADLINE_SECONDS,
        template: {
          metadata: { labels: LABELS },
          spec: {
            restartPolicy: "OnFailure",
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            ...placementValues(props.placement),
            ...(trust.initContainers.length > 0 && { initContainers: [...trust.initContainers] }),
            containers: [
              {
                name: "import",
                image: props.image,
                command: ["bash", `${SCRIPTS}/import-images.sh`],
                env: Object.entries(proxy).map(([name, value]) => ({ name, value })),
                resources: { requests: { cpu: "500m", memory: "1Gi" }, limits: { memory: "8Gi" } },
                securityContext: { privileged: true },
                volumeMounts: [
                  { name: "script", mountPath: SCRIPTS, readOnly: true },
                  { name: "work", mountPath: WORK },
                  { name: "images", mountPath },
                  ...(withSecret ? [{ name: "enroot-credentials", mountPath: CREDENTIALS_PATH, readOnly: true }] : []),
                  ...trust.mounts,
                ],
              },
            ],
            volumes: [
              { name: "script", configMap: { name } },
              { name: "work", emptyDir: {} },
              { name: "images", persistentVolumeClaim: { claimName } },
              ...(withSecret ? [credentialsVolume(credentialsSecretName)] : []),
              ...trust.volumes,
            ],
          },
        },
      },
    },
  ];
}
