import { installs } from "../../../config/components/charts";
import type { ChartName } from "../../../config/facts/versions";
import { readCertificate } from "../../../config/outbound/certificate";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { WAYS_OUT } from "../../../constructs/platform/outbound-values";

/** How nodes and pods reach what lies outside of the cluster. Empty lists and null: by the network, as their image makes them. */
export interface OutboundSheet {
  /** Where nodes pull images of a registry; `*` is every other one. */
  readonly registryMirrors: readonly MirrorSheet[];
  /** Where charts take images of a registry from. */
  readonly imageMirrors: readonly MirrorSheet[];
  /** Certificates that are trusted beside those of images. */
  readonly authorities: readonly AuthoritySheet[];
  readonly proxy: { readonly url: string; readonly direct: readonly string[] } | null;
  /** Who has authorities and proxy, in words; none where there is neither. */
  readonly usedBy: readonly string[];
}

export interface MirrorSheet {
  readonly registry: string;
  /** Host and path. */
  readonly mirror: string;
  /** Whether ECR fetches what it lacks. */
  readonly cache: boolean;
}

export interface AuthoritySheet {
  readonly name: string;
  /** Null: it cannot be read, which a rule tells. */
  readonly subject: string | null;
  /** Day on which it ends, such as `2045-01-01`. */
  readonly ends: string | null;
}

/** The way out of an environment. */
export function outboundSheet(env: SiteEnvironment): OutboundSheet {
  const { registryMirrors, authorities, proxy } = env.outbound;
  const row = ([registry, mirror]: readonly [string, string]) => ({ registry, mirror, cache: false });
  const cached = awsOf(env)?.imageCache ?? [];
  return {
    registryMirrors: Object.entries(registryMirrors).map(row),
    imageMirrors: [
      ...Object.entries(env.platform.images.mirrors).map(row),
      ...cached.map(({ registry, mirror }) => ({ registry, mirror, cache: true })),
    ],
    authorities: authorities.map(({ name, pem }) => {
      const read = readCertificate(pem);
      return { name, subject: read?.subject ?? null, ends: read?.to.toISOString().slice(0, 10) ?? null };
    }),
    proxy: proxy && { url: proxy.url, direct: proxy.direct },
    usedBy: proxy || authorities.length > 0 ? users(env) : [],
  };
}

function users(env: SiteEnvironment): string[] {
  const pools = (kinds: readonly string[]) =>
    env.nodeGroups.filter(({ machines }) => kinds.includes(machines.kind)).map(({ name }) => name);
  const [own, others] = [pools(["aws"]), pools(["existing", "hybrid"])];
  const charts = (Object.keys(WAYS_OUT) as ChartName[]).filter((chart) => installs(env, chart));
  return [
    ...(own.length > 0 ? [`nodes of ${own.join(", ")}, and system nodes`] : []),
    ...(others.length > 0 ? [`nodes of ${others.join(", ")}, once they are set up with node-files`] : []),
    ...(env.slurm ? ["jobs of Slurm, sessions over SSH and imports of images"] : []),
    ...(charts.length > 0 ? [`pods of ${charts.join(", ")}`] : []),
  ];
}
