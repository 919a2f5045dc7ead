import { z } from "zod";
import type { FabricKind } from "./fabric";
import { FABRIC_KINDS } from "./kinds";

/** The schemas of kinds, in order, each with its own type. */
type SchemasOf<Kinds extends readonly FabricKind[]> = { readonly [Place in keyof Kinds]: Kinds[Place]["schema"] };

const schemas = FABRIC_KINDS.map(({ schema }) => schema) as unknown as SchemasOf<typeof FABRIC_KINDS>;

/** The network between the nodes of a group. */
export const fabricSchema = z.discriminatedUnion("kind", schemas);
