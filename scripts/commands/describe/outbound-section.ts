import type { SheetSection } from "../../lib/terminal/sheet-section";
import type { AuthoritySheet, MirrorSheet, OutboundSheet } from "./outbound";

/** The way out in words; nothing where the environment says nothing of it. */
export function outboundSection({
  registryMirrors,
  imageMirrors,
  authorities,
  proxy,
  usedBy,
}: OutboundSheet): SheetSection[] {
  const rows = [
    ...registryMirrors.map((one) => [`nodes pull ${registryText(one)} from`, one.mirror]),
    ...imageMirrors.map((one) => [
      `charts take ${registryText(one)} from`,
      one.cache ? `${one.mirror}, which ECR fills` : one.mirror,
    ]),
    ...authorities.map((one) => [`authority ${one.name}`, authorityText(one)]),
    ...(proxy
      ? [
          ["proxy", proxy.url],
          ["past the proxy", proxy.direct.join(", ")],
        ]
      : []),
    ...usedBy.map((text, index) => [index === 0 ? "authorities and proxy have" : "", text]),
  ];
  if (rows.length === 0) return [];
  return [{ title: "Way out of the network", head: ["", ""], right: [], rows, notes: [] }];
}

const registryText = ({ registry }: MirrorSheet): string => (registry === "*" ? "every other registry" : registry);

const authorityText = ({ subject, ends }: AuthoritySheet): string =>
  subject === null || ends === null ? "unknown: it cannot be read" : `${subject}, until ${ends}`;
