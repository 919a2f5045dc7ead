import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./process";

/** An output of a measuring program. */
export const measured = (name: string): string => readFileSync(join(ROOT, "test/fixtures/verify", name), "utf8");
