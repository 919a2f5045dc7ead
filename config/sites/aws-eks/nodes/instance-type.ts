import { z } from "zod";
import { INSTANCE_TYPE_NAMES } from "../../../facts/instance-types";
import { unknownTypeText } from "../../../facts/unknown-instance-types";

/** An EC2 instance type that the facts know. Anything else is an error: a layout is never guessed. */
export const instanceTypeSchema = z.enum(INSTANCE_TYPE_NAMES, { error: ({ input }) => unknownTypeText(input) });
