import { EFA } from "./efa/kind";
import type { FabricKind } from "./fabric";
import { INFINIBAND } from "./infiniband/kind";
import { EXISTING_NONE } from "./none/existing";
import { NONE } from "./none/kind";
import { ROCE } from "./roce/kind";

/** Every fabric that node groups of EC2 can have. The first that is a machine's default is taken where config names none. */
export const FABRIC_KINDS = [EFA, NONE] as const satisfies readonly FabricKind[];

/** Every fabric that servers can have which somebody owns; in the same way. */
export const EXISTING_FABRIC_KINDS = [INFINIBAND, ROCE, EXISTING_NONE] as const;
