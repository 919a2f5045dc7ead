import { place } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard node-files`. */
export const NODE_FILES_COMMAND = defineCommand({
  name: "node-files",
  takes: "<env>",
  about: `Write what nodes need that Railyard does not make: mirrors of registries as containerd reads them, authorities, and the proxy
(outbound), with a script that puts them in place.`,
  examples: [["node-files iron", "into cdktf.out/node-files/iron/"]],
  options: {
    out: { type: "string", check: place, value: "<folder>", text: "write there" },
    force: { type: "boolean", text: "replace files of these names, whoever wrote them" },
    json: { type: "boolean", text: "print what was written as JSON" },
  },
  notes: `Copy the folder to each node, and run install.sh as root. Groups of EC2 have all of it from their first boot.`,
  exitCodes: {
    0: "written, or there is nothing to write",
    1: "something is wrong",
  },
  untouched: "Nothing was written.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).nodeFilesCommand,
});
