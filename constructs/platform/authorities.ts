import type { Authority } from "../../config/outbound/outbound";
import type { ConfigMap, Volume, VolumeMount } from "../kubernetes/objects";
import { textHash } from "../core/text-hash";
import { configMap } from "../kubernetes/config-map";
import type { ClusterComponent, ClusterContext } from "./component";
import { KubernetesObjects } from "./kubernetes-objects";

/** ConfigMap with a file for each authority, in every namespace whose pods leave the cluster. Frozen: users mount it. */
export const AUTHORITIES = "railyard-authorities";

/** The authorities as pods mount them. */
export interface AuthorityFolder {
  readonly configMap: string;
  readonly volume: Volume;
  readonly mount: VolumeMount;
}

/**
 * Folder with the authorities; null: there are none. Programs read them when they start, so its path changes with the
 * certificates, and with it the pods.
 */
export function authorityFolder(authorities: readonly Authority[]): AuthorityFolder | null {
  if (authorities.length === 0) return null;
  const hash = textHash(JSON.stringify(authorities));
  return {
    configMap: AUTHORITIES,
    volume: { name: AUTHORITIES, configMap: { name: AUTHORITIES } },
    mount: { name: AUTHORITIES, mountPath: `/etc/railyard/authorities-${hash}`, readOnly: true },
  };
}

/**
 * Variables by which programs written in Go trust the authorities beside those of their image: they read the bundle of the image
 * and then every file of these folders, the usual ones among them.
 * @see https://pkg.go.dev/crypto/x509#SystemCertPool
 */
export const trustVariables = ({ mount }: Pick<AuthorityFolder, "mount">): Readonly<Record<string, string>> => ({
  SSL_CERT_DIR: `/etc/ssl/certs:/etc/pki/tls/certs:${mount.mountPath}`,
});

/** The ConfigMap: names of files end as Debian's and NVIDIA's drivers want them. */
export const authoritiesMap = (authorities: readonly Authority[], namespace: string): ConfigMap =>
  configMap(AUTHORITIES, namespace, Object.fromEntries(authorities.map(({ name, pem }) => [`${name}.crt`, pem])));

const when = ({ env }: Pick<ClusterContext, "env">): true | string =>
  env.outbound.authorities.length > 0 || "outbound.authorities is empty";

/** Authorities in the namespaces of what is installed: before all that mounts them, which would wait for them. */
export const authorities: ClusterComponent = {
  id: "authorities",
  when,
  install: ({ env, trustingNamespaces }, { scope, id, dependsOn }) =>
    trustingNamespaces.map(
      (namespace) =>
        new KubernetesObjects(scope, `${id}-${namespace}`, {
          release: AUTHORITIES,
          namespace,
          objects: [authoritiesMap(env.outbound.authorities, namespace)],
          dependsOn,
        }).dependable,
    ),
};

/** Authorities in the namespaces of teams, for their pods to mount. */
export const teamAuthorities: ClusterComponent = {
  id: "team-authorities",
  after: ["teams"],
  when: (context) => {
    const answer = when(context);
    return answer === true ? context.teams.length > 0 || "there are no teams" : answer;
  },
  install: ({ env, teams }, { scope, id, dependsOn }) => [
    new KubernetesObjects(scope, id, {
      release: "railyard-team-authorities",
      namespace: "kube-system",
      createNamespace: false,
      objects: teams.map(({ name }) => authoritiesMap(env.outbound.authorities, name)),
      dependsOn,
    }).dependable,
  ],
};
