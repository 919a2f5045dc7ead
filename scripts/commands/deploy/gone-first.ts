import { fullAddress, refusal } from "../../lib/terraform/allowed";
import { goneFromCode } from "../../lib/terraform/gone-from-code";
import { readStack } from "../../lib/terraform/stack-json";
import { NO_CHANGES } from "../../lib/terraform/plan-json";
import type { DeployedStack } from "./deploy";

const GONE = "Its state has what config has no more, and its apply would delete it:";

export interface GoneFirstProps {
  readonly synthFolder: string;
  /** Stacks that are meant, in their order. */
  readonly stacks: readonly string[];
  /** Losses that are meant: `<stack>.<address>`. */
  readonly allow: readonly string[];
  /** The state of a stack, as Terraform writes it; null: there is none. */
  readonly recorded: (stack: string) => Promise<unknown>;
}

/**
 * Looks, before anything is applied, for what states have and config has no more: a stack is planned when those below it
 * are applied, and a refusal then would leave the environment half-way.
 * @returns all stacks, those refused that would lose something unnamed; null: none would
 */
export async function refuseGoneFirst(props: GoneFirstProps): Promise<DeployedStack[] | null> {
  const { synthFolder, stacks, allow, recorded } = props;
  const all: DeployedStack[] = [];
  for (const stack of stacks) {
    const lost = goneFromCode(await recorded(stack), readStack(synthFolder, stack)).map((loss) => ({ ...loss, stack }));
    const open = lost.filter((loss) => !allow.includes(fullAddress(loss)));
    const nothing = { stack, changes: NO_CHANGES, losses: open, dangers: [], seconds: 0 };
    all.push(
      open.length > 0
        ? { ...nothing, outcome: "refused", problem: refusal(open, [], GONE) }
        : { ...nothing, outcome: "not-run" },
    );
  }
  return all.some(({ outcome }) => outcome === "refused") ? all : null;
}
