import { hostCommands, markEnv, nicTemplate } from "../../../config/fabrics/roce/host-settings";
import { switchChecklist } from "../../../config/fabrics/roce/switch-checklist";
import { roceTrafficSchema, type RoceTraffic } from "../../../config/fabrics/roce/traffic";
import { trafficFaults } from "../../../config/fabrics/roce/traffic-faults";
import { SWITCH_DEFAULTS, type SwitchSystem } from "../../../config/facts/roce";
import { didYouMean, orList } from "../../../config/kernel/nearest";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { UsageError } from "../../lib/errors/usage";
import { ROCE_COMMAND } from "./definition";
import { checklistText, hostText } from "./text";

const SYSTEMS = Object.keys(SWITCH_DEFAULTS) as SwitchSystem[];

/** `railyard roce [switch]…`. @returns the exit code */
export function roceCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(ROCE_COMMAND, args, context, ({ values, positionals }) => {
    const systems = positionals.length > 0 ? [...new Set(positionals)].map(knownSystem) : SYSTEMS;
    const traffic = trafficOf(values);
    const faults = trafficFaults(traffic);
    const checklists = systems.map((system) => switchChecklist(system, traffic));
    if (values.json) {
      const host = { env: markEnv(traffic), nicTemplate: nicTemplate(traffic), commands: hostCommands(traffic) };
      context.print(JSON.stringify({ traffic, faults, host, switches: checklists }, null, 2));
    } else {
      context.print([hostText(traffic), ...checklists.map(checklistText)].join("\n\n"));
      for (const { message, fix } of faults) context.printError(`${message}\n  ${fix}`);
    }
    return faults.length > 0 ? 2 : 0;
  });
}

function trafficOf(values: ValuesOf<typeof ROCE_COMMAND>): RoceTraffic {
  const given = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return roceTrafficSchema.parse({
    dscp: given(values.dscp),
    priority: given(values.priority),
    cnpDscp: given(values["cnp-dscp"]),
    mtu: given(values.mtu),
    ecn: !values["no-ecn"],
  });
}

function knownSystem(word: string): SwitchSystem {
  const known = SYSTEMS.find((system) => system === word);
  if (known) return known;
  throw new UsageError(
    `there is nothing known of switches with ${JSON.stringify(word)}: ${didYouMean(word, SYSTEMS) ?? `give ${orList(SYSTEMS)}`}`,
  );
}
