import { z } from "zod";
import type { FabricKind } from "./fabric";
import { FABRIC_KINDS } from "./kinds";

/** The schemas of kinds, in order, each with its own type. */
type SchemasOf<Kinds extends readonly FabricKind[]> = { readonly [Place in keyof Kinds]: Kinds[Place]["schema"] };
type Schema = z.ZodDiscriminatedUnion<SchemasOf<typeof FABRIC_KINDS>, "kind">;

/** One of several kinds, each with the keys of its own schema. */
export const fabricSchemaOf = (kinds: readonly FabricKind[]): z.ZodType => {
  const [first, ...rest] = kinds.map(({ schema }) => schema as z.ZodObject<{ kind: z.ZodLiteral<string> }>);
  if (!first) throw new Error("there is no kind of fabric");
  return z.discriminatedUnion("kind", [first, ...rest]);
};

/** The network between the nodes of a group. */
export const fabricSchema = fabricSchemaOf(FABRIC_KINDS) as Schema;
