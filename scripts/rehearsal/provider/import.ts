import { catalogType } from "../../catalog/catalog";
import type { Cloud } from "../cloud/cloud";
import type { CloudObject } from "../cloud/cloud-api";
import type { Attributes } from "../value";

const importOf = (type: string) => catalogType(type)?.adopted ?? {};

/** Whether a type is imported by the id that the cloud has it by. */
export const importedById = (type: string): boolean => importOf(type).id === undefined;

/** Attributes that the import id of an object implies, where a person may have joined two objects in another way than the stack does. */
export const attributesOfId = (type: string, id: string): Attributes =>
  (importOf(type).attributesOfId?.(id) ?? {}) as Attributes;

/** The object that an import id means. */
export function importable(cloud: Cloud, type: string, id: string): CloudObject | undefined {
  const idOf = importOf(type).id;
  return idOf ? cloud.all(type).find(({ attributes }) => idOf(attributes) === id) : cloud.get(type, id);
}

/** What an import makes of an object. */
export function importedState(type: string, attributes: Attributes): Attributes {
  return { ...attributes, ...(importOf(type).neverRead as Attributes | undefined) };
}

/** What a refresh makes of an object. @param state what the state has until now */
export function refreshedState(type: string, attributes: Attributes, state: Attributes): Attributes {
  const kept = Object.keys(importOf(type).neverRead ?? {}).map((name) => [name, state[name] ?? null]);
  return { ...attributes, ...Object.fromEntries(kept) };
}
