import { ExpectedError } from "../../lib/errors/expected-error";
import type { Kubectl, KubernetesObject } from "../../lib/kubernetes/kubectl";
import { until, type Patience } from "../../lib/process/until";

/** A claim whose volume is deleted with it. */
export interface Claim {
  readonly namespace: string;
  readonly name: string;
  /** CSI driver that deletes the volume. */
  readonly driver: string;
}

/** As `--allow` names it: `slurm/data-slurm-database-0`. */
export const claimName = ({ namespace, name }: Claim): string => `${namespace}/${name}`;

/** The driver that is an add-on of the cluster; others come with the platform stack, and go with it. */
const EBS_DRIVER = "ebs.csi.aws.com";

/** Whether the driver of a claim ends with the platform stack. */
export const endsWithPlatform = ({ driver }: Claim): boolean => driver !== EBS_DRIVER;

/** Claims that hold a volume which is deleted with them. */
export async function deletingClaims(kubectl: Kubectl): Promise<Claim[]> {
  const volumes = await kubectl.list("persistentvolume");
  return volumes.flatMap(({ spec = {} }) => {
    const claim = spec["claimRef"] as { namespace?: string; name?: string } | undefined;
    const csi = spec["csi"] as { driver?: string } | undefined;
    if (spec["persistentVolumeReclaimPolicy"] !== "Delete" || !claim?.namespace || !claim.name) return [];
    return [{ namespace: claim.namespace, name: claim.name, driver: csi?.driver ?? "unknown" }];
  });
}

/**
 * Deletes what load balancers of AWS are made for, while the controller that deletes them still runs: afterwards they
 * would stay, and their finalizers would hold namespaces for ever.
 */
export async function releaseLoadBalancers(kubectl: Kubectl, patience: Patience): Promise<void> {
  const look = async (): Promise<[string, KubernetesObject][]> => {
    const services = (await kubectl.list("service")).filter(({ spec }) => spec?.["type"] === "LoadBalancer");
    const ingresses = await kubectl.list("ingress");
    return [
      ...services.map((one) => ["service", one] as [string, KubernetesObject]),
      ...ingresses.map((one) => ["ingress", one] as [string, KubernetesObject]),
    ];
  };
  for (const [kind, { metadata }] of await look()) {
    if (metadata.deletionTimestamp !== undefined) continue;
    const { namespace = "default", name } = metadata;
    await kubectl.run("delete", kind, name, "--namespace", namespace, "--wait=false", "--ignore-not-found");
    patience.tell(`deleted ${kind} ${namespace}/${name}`);
  }
  await until("load balancers to go", patience, async () =>
    (await look()).map(([kind, { metadata }]) => `${kind} ${metadata.namespace}/${metadata.name}`),
  );
}

/**
 * Deletes claims, and waits for the volumes of those that `mine` names; others wait for pods that still run.
 * @param agreed claims that may go, by name; null: all
 * @throws ExpectedError, before it deletes any, when there is one that nobody agreed to
 * @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#storage-object-in-use-protection
 */
export async function releaseClaims(
  kubectl: Kubectl,
  patience: Patience,
  isAwaited: (claim: Claim) => boolean,
  agreed: ReadonlySet<string> | null,
): Promise<void> {
  const claims = await deletingClaims(kubectl);
  const since = claims.map(claimName).filter((name) => agreed?.has(name) === false);
  if (since.length > 0)
    throw new ExpectedError(
      `${since.join(", ")} came since this was planned, and nobody has named it: run the same command again.`,
    );
  for (const { namespace, name } of claims) {
    const claim = ["persistentvolumeclaim", name, "--namespace", namespace];
    await kubectl.run("delete", ...claim, "--wait=false", "--ignore-not-found");
  }
  await until("volumes to go, which pods may still use", patience, async () =>
    (await deletingClaims(kubectl)).filter(isAwaited).map(claimName),
  );
}
