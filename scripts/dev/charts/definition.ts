import { inputFolder, place } from "../../cli/option-checks";
import { defineCommand } from "../../cli/define-command";

/** `railyard charts`. */
export const CHARTS_COMMAND = defineCommand({
  name: "charts",
  takes: "[env…]",
  about: "Render every Helm release of environments with the real Helm, and check it.",
  examples: [
    ["charts", "pull the pinned charts, check every environment"],
    ["charts --dir <folder> research", "take charts from a folder, check these environments"],
    ["charts --clones <folder> --lay-out <folder>", "write the charts out of clones of the projects that publish them"],
    ["charts --write-keys", "write the keys that the pinned charts read into config/facts"],
  ],
  details: `Checked: the chart renders; it knows every value that is given; objects and custom resources fit their schemas;
every DaemonSet tolerates the taints of the nodes. Of each chart that an environment lacks it is said why.`,
  options: {
    dir: {
      type: "string",
      check: inputFolder,
      value: "<folder>",
      text: "charts side by side, each in a folder of its name, unpacked",
    },
    schemas: {
      type: "string",
      check: inputFolder,
      value: "<folder>",
      text: "schemas of Kubernetes' own kinds for kubeconform (<kind>-<group>-<version>.json), for use offline",
    },
    "write-keys": {
      type: "boolean",
      text: "write config/facts/chart-keys.json from the charts that Railyard installs, and check nothing",
    },
    clones: {
      type: "string",
      check: inputFolder,
      value: "<folder>",
      text: "with --lay-out: clones of the repositories that charts come from: <owner>/<name>, or <name>, with .git or without",
    },
    "lay-out": {
      type: "string",
      check: place,
      value: "<folder>",
      text: "write every pinned chart there, as of the commit that config/facts/charts.json names, for --dir and for rehearse --cluster --charts; check nothing",
    },
    images: {
      type: "boolean",
      text: "list every image that releases, checks and recipes name, to fill a mirror with and to pin",
    },
    json: { type: "boolean", text: "print the result as JSON, images too" },
  },
  notes: `Programs: helm (or HELM), and kubeconform (or KUBECONFORM), without which objects are rendered but not validated.`,
  exitCodes: {
    0: "every release is good",
    1: "the check could not run, or not for every release: a chart could not be had",
    2: "a release is wrong, or there is none; with --lay-out: a chart could not be written",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).chartsCommand,
});
