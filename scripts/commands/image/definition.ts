import { STACK_PARTS } from "../../../config/compatibility/stack";
import { isVersion } from "../../../config/kernel/version-order";
import { defineCommand } from "../../cli/define-command";
import { place, type OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";

const part: OptionCheck = (value, option) => {
  const [, name = "", version = ""] = /^([a-z-]+)=([\w.+-]{1,64})$/.exec(value) ?? [];
  if (!STACK_PARTS.some((one) => one === name) || !isVersion(version))
    throw new UsageError(
      `${option} must be <program>=<version>, such as nvidia-driver=580.126.09, of ${STACK_PARTS.join(", ")}; but is ${JSON.stringify(value)}`,
    );
};

const semantic: OptionCheck = (value, option) => {
  if (!/^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(value))
    throw new UsageError(`${option} must be three numbers, such as 1.0.0, but is ${JSON.stringify(value)}`);
};

/** `railyard image`. */
export const IMAGE_COMMAND = defineCommand({
  name: "image",
  takes: "<env> <pool>",
  about: `Write the recipe of an image that has the profile of a pool: settings, kernel arguments, and which programs it must have.
For node groups of EKS a component and a recipe of EC2 Image Builder, for servers that exist user data of cloud-init.`,
  examples: [
    ["image research h100 --with efa-installer=1.51.0 --with nvidia-driver=580", "into cdktf.out/image/research/h100"],
    ["image iron dgx --with nvidia-driver=580.126.09 --with doca-ofed=3.4.1", "user-data and a plan of netplan"],
  ],
  options: {
    with: {
      type: "string",
      multiple: true,
      check: part,
      value: "<program>=<version>",
      text: "a program of the image, or of the images of jobs; all are checked against each other",
    },
    out: { type: "string", check: place, value: "<folder>", text: "write there" },
    "image-version": {
      type: "string",
      check: semantic,
      default: "1.0.0",
      value: "<version>",
      text: "version of component and recipe, which Image Builder never writes over (default 1.0.0)",
    },
    force: { type: "boolean", text: "replace files of these names, whoever wrote them" },
    json: { type: "boolean", text: "print what was written, and what documents say of the programs, as JSON" },
  },
  notes: `Drivers come with the parent image or from your own repositories: the recipe checks that they are there in the version that
is said, and fails the build where they are not. Of EFA it installs the release that is said, after its signature was checked.
A pool without tuning gets what tuning: {} would set.`,
  exitCodes: {
    0: "written",
    1: "something is wrong, or two programs do not fit: nothing was written",
    2: "written, and of some programs no document says that they fit",
  },
  untouched: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).imageCommand,
});
