import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./process";

/** Every resource type of AWS that constructs and stacks can make, by the bindings that they import. */
export function madeTypes(): string[] {
  const files = ["constructs", "stacks"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(ROOT, folder, file), "utf8")),
  );
  const found = files.flatMap((text) => [...text.matchAll(/@cdktf\/provider-aws\/lib\/([a-z0-9-]+)"/g)]);
  const names = new Set(found.map(([, name = ""]) => name));
  return [...names]
    .filter((name) => name !== "provider" && !name.startsWith("data-"))
    .map((name) => `aws_${name.replaceAll("-", "_")}`)
    .sort();
}
