import type { AdoptableKind, AdoptConfig } from "../../../config/sites/aws-eks/adopt/schema";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { adoptedPlace } from "../../../stacks/adopted-resources";
import type { Comparison } from "./adopt";

type Found = Pick<Comparison, "thing" | "id" | "parts" | "differences">;

/** What AWS gives an id has one; all else has a name. */
export const idKey = (thing: AdoptableKind): "id" | "name" =>
  thing === "vpc" || thing === "fileSystem" || thing === "efs" ? "id" : "name";

/** Parts that the environment says and that are something else by now. */
export function otherIds({ thing, parts }: Found, present: AdoptConfig | undefined): string[] {
  const said = present?.[thing]?.parts ?? {};
  return parts
    .filter(({ place, id }) => said[place] !== undefined && said[place] !== id)
    .map(
      ({ place, id }) =>
        `${place} is ${said[place]} in adopt, and ${id} there: write ${id}, unless the state has the other one already`,
    );
}

/**
 * What the environment says of a thing. What it has said before stays: the state may have it by now. What has come about
 * since is added: Terraform would make it a second time, and an import block of what the state has does nothing.
 */
export function saidOf(
  { thing, id, parts, differences }: Found,
  present: AdoptConfig | undefined,
  env: AwsEnvironment,
): object {
  const whole = adoptedPlace(thing, env);
  const said = present?.[thing];
  const volume = thing === "efs" ? env.adopt?.efs?.volume : undefined;
  const kept = differences
    .filter(({ effect, place }) => effect === "kept" && place === whole)
    .map(({ attribute }) => attribute.split(".")[0]!);
  const keeps = [...new Set([...(said && "keeps" in said ? said.keeps : []), ...kept])];
  const rest = parts.filter(({ place }) => place !== whole).map((part) => [part.place, part.id] as const);
  return {
    [idKey(thing)]: id,
    ...(volume !== undefined && { volume }),
    ...(keeps.length > 0 && { keeps }),
    parts: { ...Object.fromEntries(rest), ...said?.parts },
  };
}
