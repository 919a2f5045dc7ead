import type { z } from "zod";
import type { environmentSchema } from "./environment";
export type EnvironmentInput = z.input<typeof environmentSchema>;
