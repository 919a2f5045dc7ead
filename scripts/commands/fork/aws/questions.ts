import type { AwsConfig } from "../../../../config/sites/aws-eks/schema";
import type { NodeGroupConfig } from "../../../../config/sites/aws-eks/nodes/schema";
import { ExpectedError } from "../../../lib/errors/expected-error";
import { UsageError } from "../../../lib/errors/usage";
import type { Answers } from "./answers";
import type { Terminal } from "../../../lib/terminal/ask";
import { askUntil, type CheckAnswer } from "../ask-until";
import { boundGroups, capacityText } from "./bound-groups";
import { CAPACITY_FORMS, parseCapacity, type CapacityAnswer } from "./capacity-answer";
import { checkAccount, checkBlock, checkRegion, checkZones, zoneList } from "./check-answer";
import { suggestedZones } from "./zones";

export interface QuestionsProps {
  readonly original: AwsConfig;
  readonly given: Answers;
  /** Null: nobody is there to answer; suggestions are taken. */
  readonly terminal: Terminal | null;
  /** The block that is suggested; null: there is none free. */
  readonly freeBlock: string | null;
}

/** All that is needed for a fork: what was given, then what a person answers, then what follows. */
export async function complete({ original, given, terminal, freeBlock }: QuestionsProps): Promise<Answers> {
  const ask = async (value: string | undefined, question: string, suggestion: string, check: CheckAnswer) =>
    value ?? (terminal ? await askUntil(terminal, question, suggestion, check) : suggestion);
  const account = await ask(given.account, "AWS account", original.account, checkAccount);
  const region = await ask(given.region, "Region", original.region, checkRegion);
  const answers = { ...given, account, region, capacity: await capacities(original, given, terminal) };
  assertFollowable(original, answers);
  const zones = suggestedZones(original, region, answers);
  const asked =
    given.zones ?? (terminal && zoneList(await askUntil(terminal, "Zones", zones.join(","), checkZones(region))));
  const cidr =
    given.cidr ?? (terminal ? await askUntil(terminal, "IPv4 block", freeBlock ?? undefined, checkBlock) : freeBlock);
  if (!cidr)
    throw new ExpectedError("No block of that size is free in 10.0.0.0/8: name one of another range by --cidr.");
  return { ...answers, zones: asked ?? undefined, cidr };
}

async function capacities(
  original: AwsConfig,
  given: Answers,
  terminal: Terminal | null,
): Promise<Map<string, CapacityAnswer>> {
  const capacity = new Map(given.capacity);
  const missing = boundGroups(original).filter(([name]) => !capacity.has(name));
  if (missing.length && !terminal) {
    const lines = missing.map(([name, , group]) => `  ${name}: ${capacityText(group)}`);
    const flags = missing.map(([name]) => `--capacity ${name}=…`).join(" ");
    throw new UsageError(
      `Reservations and Capacity Blocks are of one account and zone, so a fork cannot have those of ${original.name}:\n${lines.join("\n")}\nAdd ${flags}, each ${CAPACITY_FORMS}.`,
    );
  }
  for (const [name, , group] of missing) capacity.set(name, await askCapacity(name, original, group, terminal!));
  return capacity;
}

async function askCapacity(
  name: string,
  original: AwsConfig,
  group: NodeGroupConfig,
  terminal: Terminal,
): Promise<CapacityAnswer> {
  terminal.tell(`${name} of ${original.name} is ${capacityText(group)}, which a fork cannot have.`);
  for (;;) {
    try {
      return parseCapacity(await terminal.ask(`Capacity of ${name}`));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      terminal.tell(error.message);
    }
  }
}

/** A reservation is never of another account or Region. */
function assertFollowable(original: AwsConfig, { account, region, capacity }: Answers): void {
  if (account === original.account && region === original.region) return;
  const following = [...capacity].filter(([, { kind }]) => kind === "follow").map(([name]) => name);
  if (following.length)
    throw new UsageError(
      `--capacity ${following[0]}=follow: the capacity of ${original.name} is of ${original.account} and ${original.region}, not of ${account} and ${region}`,
    );
}
