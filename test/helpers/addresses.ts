import type { Json } from "./synth";

/** Terraform addresses of the resources in synthesized JSON. */
export function addressesOf(json: Json): string[] {
  return Object.entries<Json>(json.resource ?? {}).flatMap(([type, byId]) =>
    Object.keys(byId).map((id) => `${type}.${id}`),
  );
}
