import { EFA } from "./efa/kind";
import type { FabricKind } from "./fabric";
import { NONE } from "./none/kind";

/** Every fabric that node groups can have. The first that is a machine's default is taken where config names none. */
export const FABRIC_KINDS = [EFA, NONE] as const satisfies readonly FabricKind[];
