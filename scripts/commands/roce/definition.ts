import { defineCommand } from "../../cli/define-command";
import type { OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";

const between =
  (least: number, most: number): OptionCheck =>
  (value, option) => {
    if (!/^\d{1,5}$/.test(value) || Number(value) < least || Number(value) > most)
      throw new UsageError(
        `${option} must be a whole number from ${least} to ${most}, but is ${JSON.stringify(value)}`,
      );
  };

/** `railyard roce`. */
export const ROCE_COMMAND = defineCommand({
  name: "roce",
  takes: "[switch]…",
  about: `Say what RoCE needs of hosts and of switches, from one set of numbers, and which defaults of Cumulus Linux, Arista
EOS and community SONiC do not match. No switch is asked or changed.`,
  examples: [
    ["roce", "hosts, and switches of all three kinds"],
    ["roce sonic", "hosts, and switches with SONiC"],
    ["roce eos --dscp 10", "another mark, as Oracle's cloud has it"],
  ],
  options: {
    dscp: { type: "string", check: between(0, 63), value: "<n>", text: "mark of RDMA packets (default 26)" },
    priority: { type: "string", check: between(0, 7), value: "<n>", text: "the lossless class (default 3)" },
    "cnp-dscp": {
      type: "string",
      check: between(0, 63),
      value: "<n>",
      text: "mark of packets that tell of congestion (default 48)",
    },
    mtu: { type: "string", check: between(1500, 9978), value: "<n>", text: "largest IP packet, bytes (default 9000)" },
    "no-ecn": { type: "boolean", text: "switches mark nothing, and senders are paused alone" },
    json: { type: "boolean", text: "print all of it as JSON" },
  },
  exitCodes: {
    0: "printed",
    1: "something is wrong with the options",
    2: "printed, and the numbers cannot work together: it is said why",
  },
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
  run: () => (require("./command") as typeof import("./command")).roceCommand,
});
