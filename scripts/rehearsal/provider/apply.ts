import type { Cloud } from "../cloud/cloud";
import type { CloudApi, CloudObject } from "../cloud/cloud-api";
import type { Refusal, ResourceKind } from "../cloud/resource-kind";
import type { Attributes, Value } from "../value";
import { canonical } from "./changes";
import { settle, withoutUnknowns } from "./fill-plan";
import { valuesAt } from "./paths";

export type Kinds = Readonly<Record<string, ResourceKind>>;

export interface ApplyProps {
  readonly type: string;
  readonly kind: ResourceKind;
  readonly kinds: Kinds;
  readonly cloud: Cloud;
  readonly api: CloudApi;
}

export type Applied = { readonly state: Attributes } | { readonly refusals: readonly Refusal[] };

/** Makes an object as planned, or says why the API would not. */
export function applyCreate({ type, kind, cloud, api }: ApplyProps, planned: Attributes): Applied {
  const object = withoutUnknowns(planned);
  const refusals = [
    ...dangling(kind, object, api),
    ...taken(type, kind, object, api),
    ...(kind.refuse?.(object, api, null) ?? []),
  ];
  if (refusals.length > 0) return { refusals };
  const state = settle(planned, kind.create(object, api)) as Attributes;
  cloud.put({ type, id: idOf(kind, state), attributes: state }, kind.spawns?.(state, api));
  return { state };
}

/** Changes an object in place as planned, or says why the API would not. */
export function applyUpdate({ type, kind, cloud, api }: ApplyProps, prior: Attributes, planned: Attributes): Applied {
  const id = idOf(kind, prior);
  const object = { ...withoutUnknowns(planned), id: prior["id"] ?? null };
  const there = cloud.get(type, id);
  if (!there) return { refusals: [gone(type, id)] };
  const refusals = [...dangling(kind, object, api), ...(kind.refuse?.(object, api, prior) ?? [])];
  if (refusals.length > 0) return { refusals };
  const computed = kind.update ? kind.update(object, prior, api) : kind.create(object, api);
  const state = settle(planned, { ...prior, ...computed, id: prior["id"] ?? null }) as Attributes;
  // what the API knows beside the schema stays
  cloud.put({ type, id, attributes: { ...there.attributes, ...state } });
  return { state };
}

/** Deletes an object, or says why the API would not. What is gone already is deleted. */
export function applyDelete({ type, kind, kinds, cloud, api }: ApplyProps, prior: Attributes): readonly Refusal[] {
  const id = idOf(kind, prior);
  const object = cloud.get(type, id);
  if (!object) return [];
  const refusals = [...holders(object, kinds, cloud), ...(kind.refuseDelete?.(object.attributes, api) ?? [])];
  if (refusals.length > 0) return refusals;
  const left = kind.leaves?.(object.attributes, api);
  cloud.remove(type, id);
  for (const each of left?.objects ?? []) cloud.leave(each, left?.until ?? null);
  return [];
}

/** What tells an object of a type from the others. */
export function idOf({ identity = ["id"] }: Pick<ResourceKind, "identity">, state: Attributes): string {
  return identity.map((name) => String(state[name] ?? "")).join("/");
}

/** Arguments that name something that is not there. */
function dangling({ references = [] }: ResourceKind, object: Attributes, api: CloudApi): Refusal[] {
  return references.flatMap(({ path, to, by = "id", missing }) =>
    valuesAt(object, path)
      .filter((value) => !to.some((type) => named(api.all(type), by, value)))
      .map((value) => ({
        code: missing,
        message: `${path} names ${JSON.stringify(value)}, and there is no ${to.join(" or ")} with that ${by} in this account`,
        source: "the pretended cloud has only what this environment has made",
      })),
  );
}

function named(objects: readonly CloudObject[], by: string, value: Value): boolean {
  return objects.some(({ id, attributes }) => (by === "id" ? id : attributes[by]) === value);
}

function taken(type: string, { unique = [] }: ResourceKind, object: Attributes, api: CloudApi): Refusal[] {
  const identity = (each: Attributes, by: readonly string[]) => canonical(by.map((path) => valuesAt(each, path)));
  return unique
    .filter(({ by }) => by.some((path) => valuesAt(object, path).length > 0))
    .filter(({ by }) => api.all(type).some(({ attributes }) => identity(attributes, by) === identity(object, by)))
    .map(({ by, code, source }) => ({
      code,
      message: `there is a ${type} already with ${by.map((path) => `${path} ${canonical(valuesAt(object, path))}`).join(" and ")}`,
      source,
    }));
}

/** Objects that keep another from being deleted. */
function holders(object: CloudObject, kinds: Kinds, cloud: Cloud): Refusal[] {
  return Object.entries(kinds).flatMap(([type, { references = [] }]) =>
    references
      .filter(({ to, holds }) => holds !== undefined && to.includes(object.type))
      .flatMap(({ path, by = "id", holds }) => {
        const value = by === "id" ? object.id : object.attributes[by];
        return cloud
          .all(type)
          .filter((each) => !cloud.isSpawned(each) && valuesAt(each.attributes, path).includes(value as Value))
          .map((each) => ({
            code: holds as string,
            message: `${object.type} ${object.id} is in use: ${type} ${each.id} names it in ${path}`,
            source: `kind of ${type}`,
          }));
      }),
  );
}

const gone = (type: string, id: string): Refusal => ({
  code: "NotFound",
  message: `${type} ${id} is not there any more: somebody deleted it after the plan was made`,
  source: "the pretended cloud",
});
