import { inputFile, something } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard pin`. */
export const PIN_COMMAND = defineCommand({
  name: "pin",
  takes: "[image…]",
  about: `Ask registries for the digests of images, so that config can name what never moves; and say how each is copied to the mirror
that an environment takes it from.`,
  examples: [
    ["pin nvcr.io/nvidia/pytorch:25.06-py3", "the image with its digest, for slurm.containers.images"],
    ["pin --from images.txt --write config/environments/research.images.json", "a file for platform.images.digests"],
    [
      "pin --from images.txt --copy research > copy.sh",
      "a script that fills the mirrors of research with skopeo; charts --images lists images",
    ],
  ],
  options: {
    from: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "images as well from this file, one a line; lines that name none are left out",
    },
    copy: {
      type: "string",
      check: something,
      value: "<env>",
      text: "print a script that copies each to where the environment takes it from (platform.images.mirrors, outbound.registryMirrors)",
    },
    write: {
      type: "string",
      check: something,
      value: "<file>",
      text: "write digests into this file of JSON, which platform.images.digests takes; rows of other images stay",
    },
    check: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "ask for all images of a file of --write again, and tell of each whose tag has moved",
    },
    json: { type: "boolean", text: "print images and digests as JSON" },
  },
  notes: `Registries are asked over HTTPS, by HTTPS_PROXY where it is set, and without a login: what they give to nobody in particular
is pinned, and the rest is told. A digest of a list of platforms is one for all of them.`,
  exitCodes: {
    0: "every image has a digest",
    1: "something is wrong, or of an image there is no digest, so that --copy and --write wrote nothing",
    2: "of an image there is no digest, or with --check its tag has moved",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).pinCommand,
});
