/** What an attribute holds, as far as the generated code tells. Objects are named by their struct. */
export type Shape =
  | { readonly is: "string" | "number" | "bool" | "dynamic" }
  /** Generated code has given up on it: any JSON. */
  | { readonly is: "anything" }
  | { readonly is: "list" | "set" | "map"; readonly of: Shape }
  | { readonly is: "struct"; readonly name: string };

const SIMPLE = { string: "string", number: "number", boolean: "bool" } as const;

function simple(name: string): Shape {
  return { is: SIMPLE[name.toLowerCase() as keyof typeof SIMPLE] };
}

/** `type` of an entry of `synthesizeHclAttributes`. */
export type HclKind = "simple" | "list" | "set" | "map" | "struct";

/** What one entry of `synthesizeHclAttributes` says. */
export interface HclEntry {
  readonly shape: Shape;
  /** For lists and sets: whether they are blocks. Nothing is said of maps and single objects. */
  readonly isBlock?: boolean;
  /** A list or set that is given as its only element. */
  readonly isOnlyOne: boolean;
}

/** `cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._subnetIds)` */
export function shapeOfHcl(value: string, kind: HclKind): HclEntry {
  const mapper = value.replace(/^\S+ === undefined \? .+? : /, "").replace(/\((?:struct!|this)\.[\w.]+\)$/, "");
  const list = /^cdktf\.listMapperHcl\((.+), (true|false)\)$/.exec(mapper);
  if (list && (kind === "list" || kind === "set"))
    return { shape: { is: kind, of: mapped(list[1] ?? "", kind) }, isBlock: list[2] === "true", isOnlyOne: false };
  const shape = mapped(mapper);
  if (kind === "list" || kind === "set") return { shape: { is: kind, of: shape }, isBlock: true, isOnlyOne: true };
  return { shape, isOnlyOne: false };
}

/** @param inner what to take a list for, since inside of others the code does not tell lists from sets */
function mapped(mapper: string, inner: "list" | "set" = "list"): Shape {
  const list = /^cdktf\.listMapperHcl\((.+), (?:true|false)\)$/.exec(mapper);
  if (list) return { is: inner, of: mapped(list[1] ?? "", inner) };
  const map = /^cdktf\.hashMapperHcl\((.+)\)$/.exec(mapper);
  if (map) return mapOf(map[1] === "cdktf.anyToHclTerraform" ? null : mapped(map[1] ?? ""));
  if (mapper === "cdktf.anyToHclTerraform") return { is: "anything" };
  const builtIn = /^cdktf\.(string|number|boolean)ToHclTerraform$/.exec(mapper);
  if (builtIn) return simple(builtIn[1] ?? "");
  const struct = /^([a-z]\w*)ToHclTerraform$/.exec(mapper);
  if (struct) return { is: "struct", name: upperFirst(struct[1] ?? "") };
  throw new Error(`unknown mapper: ${mapper}`);
}

/** Generated code has a map of anything for Terraform's `dynamic`. */
function mapOf(values: Shape | null): Shape {
  return values ? { is: "map", of: values } : { is: "dynamic" };
}

/** Classes for lists and maps of objects: what one of their elements is. */
export type ElementOf = (listClass: string) => { readonly is: "list" | "map"; readonly element: string } | undefined;

/** `cdktf.Fn.tolist(this.getListAttribute('subnet_ids'))`, `new EksNodeGroupResourcesList(this, "resources", false)` */
export function shapeOfGetter(getter: string, elementOf: ElementOf): Shape {
  const created = /^new (cdktf\.)?(\w+)\(this, "[^"]+"(?:, (true|false))?\)$/.exec(getter);
  if (created) {
    const [, builtIn, name = "", isSet] = created;
    return builtIn ? builtInClass(name, isSet === "true") : structClass(name, isSet === "true", elementOf);
  }
  const set = /^(?:cdktf\.Token\.as\w+\()?cdktf\.Fn\.tolist\(this\.get(\w+)Attribute\('[^']+'\)+$/.exec(getter);
  if (set) return method(set[1] ?? "", "set", getter);
  const plain = /^this\.get(\w+)Attribute\('[^']+'\)$/.exec(getter);
  if (plain) return method(plain[1] ?? "", "list", getter);
  if (/^this\.interpolationForAttribute\('[^']+'\)$/.test(getter)) return { is: "anything" };
  throw new Error(`unknown getter: ${getter}`);
}

/** `getStringAttribute`, `getListAttribute`, `getNumberListAttribute`, `getStringMapAttribute` */
function method(name: string, listOrSet: "list" | "set", getter: string): Shape {
  if (name === "AnyMap") return mapOf(null);
  const parts = /^(String|Number|Boolean)?(List|Map)?$/.exec(name);
  if (!parts) throw new Error(`unknown getter: ${getter}`);
  const [, base = "String", collection] = parts;
  if (collection === "List") return { is: listOrSet, of: simple(base) };
  return collection === "Map" ? mapOf(simple(base)) : simple(base);
}

/** `cdktf.StringMap`, `cdktf.BooleanList`, `cdktf.StringListList` */
function builtInClass(name: string, isSet: boolean): Shape {
  const inner = name.slice(0, -"List".length);
  if (name.endsWith("List")) return { is: isSet ? "set" : "list", of: builtInClass(inner, isSet) };
  const values = name.slice(0, -"Map".length);
  if (name.endsWith("Map")) return mapOf(values === "Any" ? null : builtInClass(values, false));
  if (name.toLowerCase() in SIMPLE) return simple(name);
  throw new Error(`unknown class: cdktf.${name}`);
}

function structClass(name: string, isSet: boolean, elementOf: ElementOf): Shape {
  if (name.endsWith("OutputReference")) return { is: "struct", name: name.slice(0, -"OutputReference".length) };
  const known = elementOf(name);
  if (!known) throw new Error(`unknown class: ${name}`);
  const of = structClass(known.element, isSet, elementOf);
  return known.is === "map" ? { is: "map", of } : { is: isSet ? "set" : "list", of };
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
