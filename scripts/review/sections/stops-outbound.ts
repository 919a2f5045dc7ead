import type { Authority, ResolvedOutbound } from "../../../config/outbound/outbound";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/**
 * What changes of the way out: no single resource has it, for nodes have it in user data, charts in their values, and servers that
 * exist in files that somebody puts there.
 */
export function waysOutChanged({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  return [...authorities(before, after), ...proxy(before, after), ...mirrors(before, after)];
}

/** When each part takes it up. */
const WHEN = {
  nodes:
    "Nodes of EC2 that Railyard starts are replaced one by one where their launch template changes. Nodes that exist keep what they have until somebody puts the files of railyard node-files there.",
  pods: "Pods of charts that call something outside are made anew; login and slurmd pods that run keep what they have until they are made anew.",
} as const;

function authorities(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const stays = ({ pem }: Authority) => after.outbound.authorities.some((one) => one.pem === pem);
  return before.outbound.authorities
    .filter((one) => !stays(one))
    .map(({ name }) => {
      const key = `outbound.authorities.${name}`;
      const replaced = after.outbound.authorities.some((one) => one.name === name);
      return findingOn("stops", "danger", configAddress(after, "platform", key), {
        title: `The authority ${name} is ${replaced ? "another one" : "trusted no more"}: what the old one signed is refused, and images from such a mirror are not pulled.`,
        details: [
          "Nodes and pods that are made meanwhile trust the new list, and others still the old one.",
          WHEN.nodes,
          WHEN.pods,
        ],
        safer: [
          {
            text: "Add its successor under another name first, sign everything anew, and take the old one out after that.",
          },
        ],
        about: [key],
      });
    });
}

function proxy({ outbound: was }: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const [old, now] = [was.proxy, after.outbound.proxy];
  if (!old && !now) return [];
  const key = "outbound.proxy";
  const address = configAddress(after, "platform", key);
  const about = [key];
  if (!now || !old || now.url !== old.url) {
    return [
      findingOn("stops", "danger", address, {
        title: now
          ? `What leaves the cluster goes by ${now.url}, and no longer ${old ? `by ${old.url}` : "directly"}: where it does not answer, nodes do not join and images are not pulled.`
          : `Nothing goes by the proxy ${old?.url} any more: without another way out, nodes do not join and images are not pulled.`,
        details: [WHEN.nodes, WHEN.pods],
        about,
      }),
    ];
  }
  const gone = old.direct.filter((entry) => !now.direct.includes(entry));
  if (gone.length === 0) return [];
  return [
    findingOn("stops", "danger", address, {
      title: `${gone.join(", ")} ${gone.length > 1 ? "are" : "is"} reached by the proxy, and no longer directly: a proxy that does not know the network of the cluster refuses it.`,
      details: [WHEN.nodes, WHEN.pods],
      about,
    }),
  ];
}

const hostsOf = ({ registryMirrors }: ResolvedOutbound) => Object.entries(registryMirrors);

function mirrors({ outbound: was }: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  return hostsOf(was).flatMap(([registry, mirror]) => {
    const now = after.outbound.registryMirrors[registry];
    if (now === mirror) return [];
    const key = `outbound.registryMirrors.${registry}`;
    return [
      findingOn("stops", "danger", configAddress(after, "platform", key), {
        title:
          now === undefined
            ? `Images of ${registry} come from it, and no longer from ${mirror}: where nodes do not reach it, no new pod with such an image starts.`
            : `Images of ${registry} come from ${now}, and no longer from ${mirror}: what it lacks, no node pulls.`,
        details: [WHEN.nodes, "Pods that run keep their images."],
        about: [key],
      }),
    ];
  });
}
