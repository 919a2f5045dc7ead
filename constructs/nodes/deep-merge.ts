/** A value that JSON and TOML both can say; `null` only means "leave this key out". */
export type Setting = string | number | boolean | null | readonly Setting[] | SettingTable;

export interface SettingTable {
  readonly [key: string]: Setting | undefined;
}

/** `over` on top of `base`: tables merge, arrays and scalars replace, `null` removes a key, `undefined` changes nothing. */
export function deepMerge(base: SettingTable, over: SettingTable): SettingTable {
  const merged: Record<string, Setting | undefined> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    if (value === null) delete merged[key];
    else if (isTable(value)) merged[key] = deepMerge(isTable(below) ? below : {}, value);
    else if (value !== undefined) merged[key] = value;
  }
  return merged;
}

export function isTable(value: Setting | undefined): value is SettingTable {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Without keys that say nothing: `undefined` values and tables that are empty through and through. */
export function compact(table: SettingTable): SettingTable {
  return Object.fromEntries(
    Object.entries(table)
      .map(([key, value]) => [key, isTable(value) ? compact(value) : value] as const)
      .filter(([, value]) => value !== undefined && !(isTable(value) && Object.keys(value).length === 0)),
  );
}
