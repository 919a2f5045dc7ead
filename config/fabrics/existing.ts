import { z } from "zod";
import type { PoolRule } from "../pools/existing/rule";
import type { FabricKind, ResolvedFabric } from "./fabric";
import { EXISTING_FABRIC_KINDS } from "./kinds";
import { EXISTING_NONE } from "./none/existing";
import type { ServersOfPool } from "./rdma/resolve";

const [infiniband, roce, none] = EXISTING_FABRIC_KINDS;

/** The network between servers that somebody owns. */
export const existingFabricSchema = z.discriminatedUnion("kind", [infiniband.schema, roce.schema, none.schema]);

export type WrittenExistingFabric = z.output<typeof existingFabricSchema>;

/** Kinds as rows, whose schemas are not told apart. */
const KINDS = EXISTING_FABRIC_KINDS as unknown as readonly FabricKind<z.ZodObject, ServersOfPool, PoolRule>[];

/** The fabric of a pool: what config says, else the default. What its servers have no cards for, is none: a rule tells. */
export function resolveExistingFabric(written: WrittenExistingFabric | undefined, pool: ServersOfPool): ResolvedFabric {
  const kind = written ? KINDS.find((one) => one.kind === written.kind) : KINDS.find((one) => one.isDefault(pool));
  return kind?.resolve(written, pool) ?? EXISTING_NONE.resolve(undefined, pool);
}

/** Rules of all of them. */
export const EXISTING_FABRIC_RULES: readonly PoolRule[] = KINDS.flatMap(({ rules }) => rules);
