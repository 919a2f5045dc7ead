import { type ImageMirrors, mirroredImage } from "../core/image-mirrors";
import { scriptFile } from "../core/script-file";

const BASE = "docker.io/library/debian:13-slim";

/** Recipe of the image in which checkpoints go from tier to tier, by file name: nobody publishes one. */
export const tierImage = (mirrors: ImageMirrors): Record<string, string> => ({
  "tiers/Dockerfile": scriptFile("storage/files/tiers.Dockerfile", { values: { base: mirroredImage(BASE, mirrors) } }),
});
