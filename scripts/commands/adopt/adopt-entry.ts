import type { AdoptableKind, AdoptConfig } from "../../../config/sites/aws-eks/adopt/schema";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { adoptedPlace } from "../../../stacks/adopted-resources";
import type { Comparison } from "./adopt";

type Found = Pick<Comparison, "kind" | "id" | "parts" | "differences">;

/** What AWS gives an id has one; all else has a name. */
export const idKey = (kind: AdoptableKind): "id" | "name" =>
  kind === "vpc" || kind === "fileSystem" || kind === "efs" ? "id" : "name";

/** Parts that are another resource in AWS than in `adopt`. */
export function otherIds({ kind, parts }: Found, present: AdoptConfig | undefined): string[] {
  const written = present?.[kind]?.parts ?? {};
  return parts
    .filter(({ place, id }) => written[place] !== undefined && written[place] !== id)
    .map(
      ({ place, id }) =>
        `${place} is ${written[place]} in adopt, and ${id} there: write ${id}, unless the state has the other one already`,
    );
}

/**
 * What `adopt` has of a resource. What was written before stays: the state may have it by now. What has come about since is
 * added: Terraform would make it a second time, and an import block of what the state has does nothing.
 */
export function adoptEntry(
  { kind, id, parts, differences }: Found,
  present: AdoptConfig | undefined,
  env: AwsEnvironment,
): object {
  const whole = adoptedPlace(kind, env);
  const written = present?.[kind];
  const volume = kind === "efs" ? env.adopt?.efs?.volume : undefined;
  const kept = differences
    .filter(({ effect, place }) => effect === "kept" && place === whole)
    .map(({ attribute }) => attribute.split(".")[0]!);
  const keeps = [...new Set([...(written && "keeps" in written ? written.keeps : []), ...kept])];
  const rest = parts.filter(({ place }) => place !== whole).map((part) => [part.place, part.id] as const);
  return {
    [idKey(kind)]: id,
    ...(volume !== undefined && { volume }),
    ...(keeps.length > 0 && { keeps }),
    parts: { ...Object.fromEntries(rest), ...written?.parts },
  };
}
