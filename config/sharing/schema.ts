import { z } from "zod";
import { SHARING_KINDS } from "./kinds";
import type { SharingKind } from "./sharing";

/** The schemas of kinds, in order, each with its own type. */
type SchemasOf<Kinds extends readonly SharingKind[]> = { readonly [Place in keyof Kinds]: Kinds[Place]["schema"] };

const schemas = SHARING_KINDS.map(({ schema }) => schema) as unknown as SchemasOf<typeof SHARING_KINDS>;

/** How pods share a GPU. */
export const sharingSchema = z.discriminatedUnion("kind", schemas);

export type WrittenSharing = z.output<typeof sharingSchema>;
