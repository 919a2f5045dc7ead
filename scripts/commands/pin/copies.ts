import { registryOf } from "../../../config/facts/image-names";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { mirroredImage } from "../../../constructs/core/image-mirrors";
import { shellWord } from "../../../constructs/core/shell-word";

/** An image that is always the same. */
export interface Pinned {
  /** As it was given: registry, path and tag. */
  readonly image: string;
  readonly digest: string;
}

/** `registry/path:tag@sha256:…` */
export const pinnedName = ({ image, digest }: Pinned): string => `${image}@${digest}`;

/** Name without its tag. */
function untagged(image: string): string {
  const colon = image.lastIndexOf(":");
  return colon > image.lastIndexOf("/") ? image.slice(0, colon) : image;
}

/** Where an environment takes an image from; empty: from where it is published. */
function mirrorsOf(image: string, { platform, outbound }: Pick<SiteEnvironment, "platform" | "outbound">): string[] {
  const { registry, path } = registryOf(image);
  const renamed = mirroredImage(image, platform.images.mirrors);
  const { registryMirrors } = outbound;
  const asked = registryMirrors[registry] ?? registryMirrors["*"];
  return [...new Set([...(renamed === image ? [] : [renamed]), ...(asked === undefined ? [] : [`${asked}/${path}`])])];
}

/**
 * Lines that copy images to their mirrors. By digest, with all platforms: what arrives is what was asked for, and its digest is
 * the same there.
 * @see https://github.com/containers/skopeo/blob/main/docs/skopeo-copy.1.md
 */
export function copyScript(
  pinned: readonly Pinned[],
  env: Pick<SiteEnvironment, "name" | "platform" | "outbound">,
): { readonly script: string; readonly without: readonly string[] } {
  const copies = pinned.map((one) => ({ one, places: mirrorsOf(one.image, env) }));
  const lines = copies.flatMap(({ one, places }) =>
    places.map(
      (place) =>
        `skopeo copy --all ${shellWord(`docker://${untagged(one.image)}@${one.digest}`)} ${shellWord(`docker://${place}`)}`,
    ),
  );
  return {
    script: [
      "#!/bin/bash",
      `# Written by railyard pin for ${env.name}. skopeo login first, where a registry asks for it.`,
      "set -euo pipefail",
      ...lines,
      "",
    ].join("\n"),
    without: copies.filter(({ places }) => places.length === 0).map(({ one }) => one.image),
  };
}
