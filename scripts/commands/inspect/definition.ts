import { defineCommand } from "../../cli/define-command";
import { inputFile, place, something, type OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";
import { IMAGE } from "./look-image";

const LABEL = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9][-A-Za-z0-9_.]{0,62}=[-A-Za-z0-9_.]{0,63}$/;

const label: OptionCheck = (value, option) => {
  something(value, option);
  if (!LABEL.test(value))
    throw new UsageError(
      `${option} must be <key>=<value>, such as example.com/servers=dgx, but is ${JSON.stringify(value)}`,
    );
};

const poolName: OptionCheck = (value, option) => {
  if (!/^[a-z](-?[a-z0-9])*$/.test(value) || value.length > 20)
    throw new UsageError(
      `${option} must be up to 20 lower-case letters, digits and dashes, but is ${JSON.stringify(value)}`,
    );
};

/** `railyard inspect`. */
export const INSPECT_COMMAND = defineCommand({
  name: "inspect",
  takes: "[folder…]",
  about: `Write the config of a pool of servers that are in a cluster already, from what the cluster says of its nodes and what
hosts show of their cards: each folder has the texts of one host.`,
  examples: [
    ["inspect --script > collect.sh", "what to run on a host, as root: it fills a folder of its name"],
    ["inspect gpu-a01 gpu-a02 --nodes nodes.json --label example.com/servers=dgx", "the pool of those nodes"],
    [
      "inspect gpu-a01 --nodes nodes.json --label example.com/servers=dgx --fabric net.txt",
      "the same, with the leaf of each card",
    ],
    [
      "inspect --context iron --label example.com/servers=dgx --look",
      "the same from a cluster that runs, after a question",
    ],
    [
      "inspect --replay answers.json --label example.com/servers=dgx --look",
      "the same again of what --record has kept, with no cluster",
    ],
  ],
  options: {
    nodes: { type: "string", check: inputFile, value: "<file>", text: "what kubectl get nodes -o json printed" },
    context: {
      type: "string",
      check: something,
      value: "<name>",
      text: "ask the cluster of this context of the kubeconfig",
    },
    kubeconfig: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "where the context is (default: what KUBECONFIG names, else ~/.kube/config)",
    },
    look: {
      type: "boolean",
      text: "look at the hosts with a DaemonSet that reads /sys; says what it needs, asks, and removes it afterwards",
    },
    image: {
      type: "string",
      check: something,
      value: "<image>",
      text: `image with a shell for --look (default ${IMAGE})`,
    },
    yes: { type: "boolean", text: "let --look make what it needs without a question" },
    record: {
      type: "string",
      check: place,
      value: "<file>",
      text: "write what the cluster answers, for --replay: nodes and what hosts show, no credentials",
    },
    replay: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "take the answers from a recording, with the same --label, --look and --image; nobody is asked, and nothing is made",
    },
    force: { type: "boolean", text: "let --record replace a file that is no recording" },
    fabric: {
      type: "string",
      check: inputFile,
      value: "<file>",
      text: "what ibnetdiscover printed on a node of the fabric: compute cards are written with their leaf",
    },
    label: { type: "string", multiple: true, check: label, value: "<key>=<value>", text: "label of the pool's nodes" },
    name: {
      type: "string",
      check: poolName,
      default: "pool",
      value: "<name>",
      text: "name of the pool (default pool)",
    },
    script: { type: "boolean", text: "print the script that collects the texts of a host, and do nothing else" },
    json: { type: "boolean", text: "print pool and remarks as JSON" },
  },
  notes: `Compute cards are those with a GPU behind the same PCIe switch; others are said, and left to you. Leaves are
those of --fabric, or those that all hosts hear (lldpctl); a pool has them where all of its nodes are at the same. Nothing is
guessed: what no text shows is a remark. Without --look nothing is made in the cluster.`,
  exitCodes: {
    0: "written, and nothing is to be looked at",
    1: "something is wrong with the texts, the options or the cluster: nothing was printed",
    2: "written, with remarks on what to look at",
  },
  interrupted: "Nothing was printed; what --look had made was removed.",
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).inspectCommand,
});
