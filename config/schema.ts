import { z } from "zod";
import { SITES } from "./sites/kinds";

/** What an environment file may say: the keys of one of the sites. */
export const environmentSchema: z.ZodType =
  SITES.length === 1 ? SITES[0].schema : z.union(SITES.map(({ schema }) => schema));
