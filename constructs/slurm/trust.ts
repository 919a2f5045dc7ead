import { SYSTEM_PODS } from "../../config/facts/system-pods";
import { podResources } from "../core/pod-resources";
import { scriptFile } from "../core/script-file";
import type { Container, Volume, VolumeMount } from "../kubernetes/objects";
import { proxyVariables } from "../nodes/outbound-boot";
import { AUTHORITIES } from "../platform/authorities";
import type { SlurmLayout } from "./slurm-types";

const AUTHORITIES_PATH = "/opt/railyard-authorities";
const MADE = "railyard-certificates";
const FOLDER = "/etc/ssl/certs";
/** All certificates that a pod trusts, at the place that Debian has for them. */
export const BUNDLE = `${FOLDER}/ca-certificates.crt`;

/** Of a pod whose programs trust the authorities of the environment. Empty where there are none. */
export interface Trust {
  readonly initContainers: readonly Container[];
  readonly volumes: readonly Volume[];
  readonly mounts: readonly VolumeMount[];
}

export const NO_TRUST: Trust = { initContainers: [], volumes: [], mounts: [] };

/**
 * Certificates of a pod of Slurm: a container of the same image adds the authorities to its own before others start. Programs of all
 * languages read the folder, and none has to be told. An image without the tools of Debian keeps its pod from starting: the folder would
 * hide the certificates that it has.
 * @see https://manpages.debian.org/stable/ca-certificates/update-ca-certificates.8.en.html
 */
export const podTrust = (image: string): Trust => ({
  initContainers: [
    {
      name: MADE,
      image,
      command: [
        "bash",
        "-c",
        scriptFile("slurm/files/trust.sh", {
          values: { authorities: AUTHORITIES_PATH, certificates: `/${MADE}` },
        }).trimEnd(),
      ],
      // root writes the folders of the image
      securityContext: { runAsUser: 0 },
      resources: podResources(SYSTEM_PODS.slurmSidecar),
      volumeMounts: [
        { name: AUTHORITIES, mountPath: AUTHORITIES_PATH, readOnly: true },
        { name: MADE, mountPath: `/${MADE}` },
      ],
    },
  ],
  volumes: [
    { name: AUTHORITIES, configMap: { name: AUTHORITIES } },
    { name: MADE, emptyDir: {} },
  ],
  mounts: [{ name: MADE, mountPath: FOLDER, readOnly: true }],
});

/**
 * Variables for what brings certificates of its own and reads no folder: Python's requests, pip and conda, the AWS CLI, Node.js.
 * Containers of jobs have the file at the same path; see `enroot-mounts.ts`.
 * @see https://requests.readthedocs.io/en/latest/user/advanced/#ssl-cert-verification
 * @see https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-envvars.html
 * @see https://nodejs.org/api/cli.html#node_extra_ca_certsfile
 */
const TRUST_VARIABLES: Readonly<Record<string, string>> = {
  SSL_CERT_FILE: BUNDLE,
  REQUESTS_CA_BUNDLE: BUNDLE,
  CURL_CA_BUNDLE: BUNDLE,
  AWS_CA_BUNDLE: BUNDLE,
  NODE_EXTRA_CA_CERTS: BUNDLE,
};

/** As jobs have them. Apptainer mounts what is named, and Enroot what the node names. */
export const trustVariables = (containers: "pyxis" | "apptainer" | "none"): Readonly<Record<string, string>> => ({
  ...TRUST_VARIABLES,
  ...(containers === "apptainer" && { APPTAINER_BINDPATH: BUNDLE }),
});

/**
 * Sessions over SSH have the same variables as jobs. All of them stand in one line, since sshd takes the first alone.
 * @returns nothing where programs need none
 * @see https://man.openbsd.org/sshd_config#SetEnv
 */
export function sessionLines({ trustsAuthorities = false, proxy }: SessionProps): string[] {
  const variables = { ...(trustsAuthorities && TRUST_VARIABLES), ...(proxy && proxyVariables(proxy)) };
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return set.length > 0 ? [`SetEnv ${set.join(" ")}`] : [];
}

/** How programs of a session reach what lies outside of the cluster. */
export type SessionProps = Pick<SlurmLayout, "trustsAuthorities" | "proxy">;
