import { lustreChange, type LustreBefore, type LustreEffect } from "../../facts/lustre-changes";
import type { KeyMeta, UpdatePolicy, UpdateWhen } from "../../kernel/key";

const POLICIES: Readonly<Record<LustreEffect, UpdatePolicy>> = {
  "in-place": "in-place",
  replaces: "replaces",
  refused: "forbidden",
};

/** Of both directions and with EFA, what changing an argument of the file system does: as the facts have it. */
export function lustreUpdate(
  attribute: string,
  storage: LustreBefore["storage"] = null,
  note?: string,
): Pick<KeyMeta, "update" | "updateNote" | "updateWhen"> {
  const row = (efa: boolean, way: "grows" | "shrinks") => {
    const found = lustreChange(attribute, { storage, efa }, way);
    if (!found) throw new Error(`config/facts/lustre-changes.ts has no row for ${attribute}`);
    return found;
  };
  const usual = row(false, "grows");
  const others: UpdateWhen[] = [];
  const sentence = (what: string | null) => (what === null ? undefined : `The file system ${what}.`);
  const add = (condition: { key: string; is: boolean } | { change: "shrinks" }, other: typeof usual) => {
    if (other.effect === usual.effect) return;
    const note = sentence(other.what);
    others.push({ ...condition, update: POLICIES[other.effect], ...(note !== undefined && { note }) });
  };
  add({ key: "efa", is: true }, row(true, "grows"));
  add({ change: "shrinks" }, row(false, "shrinks"));
  const updateNote = [sentence(usual.what), note].filter((each) => each !== undefined).join(" ");
  return {
    update: POLICIES[usual.effect],
    ...(updateNote !== "" && { updateNote }),
    ...(others.length > 0 && { updateWhen: others }),
  };
}

/** What every argument does that makes a new file system. */
export const ALL_LOST = "All data is lost unless it was exported.";
