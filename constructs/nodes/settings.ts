import { deepMerge, isTable } from "../core/deep-merge";

/** A value that JSON and TOML both can say; `null` only means "leave this key out". */
export type Setting = string | number | boolean | null | readonly Setting[] | SettingTable;

export interface SettingTable {
  readonly [key: string]: Setting | undefined;
}

/** `over` on top of `base`: tables merge, lists and scalars replace, `null` removes a key, `undefined` changes nothing. */
export const mergeSettings = (base: SettingTable, over: SettingTable): SettingTable => deepMerge(base, over, "removes");

export const isSettingTable = (value: Setting | undefined): value is SettingTable => isTable(value);

/** Without keys that say nothing: `undefined` values and tables that are empty through and through. */
export function compact(table: SettingTable): SettingTable {
  return Object.fromEntries(
    Object.entries(table)
      .map(([key, value]) => [key, isSettingTable(value) ? compact(value) : value] as const)
      .filter(([, value]) => value !== undefined && !(isSettingTable(value) && Object.keys(value).length === 0)),
  );
}
