import { Release } from "@cdktf/provider-helm/lib/release";
import type { TerraformStack } from "cdktf";
import { type Json, only, resources, synthStack } from "./synth";

/** What every chart construct is given in tests. */
export const chart = (name: string) => ({
  source: { repository: `https://charts.example.com/${name}`, chart: name, version: "1.2.3" },
  namespace: "platform",
});

/** The values of a release in synthesized JSON, parsed; scripts in them as Terraform hands them on. */
export function valuesOf(release: Json): Json {
  return JSON.parse(release.values[0].replaceAll("$${", () => "${").replaceAll("%%{", () => "%{"));
}

/** The only release of a stack around `define`, with its values parsed. */
export function onlyRelease(define: (stack: TerraformStack) => void): { json: Json; release: Json; values: Json } {
  const json = synthStack(define);
  const release = only(json, Release);
  return { json, release, values: valuesOf(release) };
}

/** All releases of synthesized JSON by namespace and name. */
export function releases(json: Json): Record<string, Json> {
  return Object.fromEntries(
    Object.values(resources(json, Release)).map((one: Json) => [`${one.namespace}/${one.name}`, one]),
  );
}
