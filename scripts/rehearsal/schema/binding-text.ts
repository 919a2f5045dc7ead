import { shapeOfGetter, shapeOfHcl, type ElementOf, type HclKind, type Shape } from "./shape";

interface Flags {
  readonly name: string;
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
}

/** One attribute or block of a resource, or of a struct in it. */
export interface Field extends Flags {
  readonly shape: Shape;
  readonly isBlock: boolean;
  /** A list or set block of one element at most. */
  readonly isOnlyOne: boolean;
}

/** What the generated code of one type says. */
export interface Binding {
  /** `aws_vpc`; of a provider's own configuration `aws` */
  readonly type: string;
  readonly fields: readonly Field[];
  /** Objects in it, by the name that generated code has for them. */
  readonly structs: ReadonlyMap<string, readonly Field[]>;
}

/** What a binding declares at the top level: bodies by name. */
interface Declarations {
  readonly interfaces: ReadonlyMap<string, string>;
  readonly functions: ReadonlyMap<string, string>;
  readonly classes: ReadonlyMap<string, { readonly extends: string; readonly body: string }>;
}

/** A field before its shape is known. */
interface Listed extends Flags {
  /** `this.getStringAttribute('arn')`; empty where there is none */
  readonly getter: string;
}

const DECLARATION = /^export (interface|function|class) (\w+)(.*)\{\n([^]*?)^\}/gm;
const MAIN_CLASS = /^cdktf\.Terraform(Resource|DataSource|Provider)$/;
const TYPE = /static readonly tfResourceType = "([\w-]+)"/;
const CONFIG = /constructor\(scope: Construct, id: string, config: (\w+)/;
const COMMENT = /^ {2}\/\/ ([\w-]+) - computed: (true|false), optional: (true|false), required: (true|false)$/m;
const GETTER = /^ {2}private \w+ = (new .+);|^ {4}return (.+);/m;
const HCL_ENTRY = /^ +([\w-]+): \{\n +value: (.+),\n +isBlock: (?:true|false),\n +type: "(\w+)",\n/gm;
/** Comment and declaration of an argument. The generator notes of blocks that they are. */
const ARGUMENT =
  /^ {2}\/\*\*\n(?: {2}\* ([\w-]+) block\n {2}\*\n)?[^]*?^ {2}\* Docs at .*?#([\w-]+) [^]*?^ {2}readonly \w+(\??):/gm;

/** Reads the generated TypeScript of one binding. Throws where it has something that no binding is known to have. */
export function readBinding(source: string): Binding {
  const declared = declarationsOf(source);
  const { body = "" } = [...declared.classes.values()].find(({ extends: base }) => MAIN_CLASS.test(base)) ?? {};
  const type = TYPE.exec(body)?.[1];
  if (!type) throw new Error("No resource, data source or provider is declared here");
  const config = CONFIG.exec(body)?.[1] ?? "";
  const structs = [...declared.interfaces.keys()].filter((name) => name !== config);
  const fieldsOfStruct = (name: string) => {
    const hcl = declared.functions.get(`${name.charAt(0).toLowerCase()}${name.slice(1)}ToHclTerraform`) ?? "";
    return fieldsOf(`${type} (${name})`, declared, name, hcl, declared.classes.get(`${name}OutputReference`)?.body);
  };
  return {
    type,
    fields: fieldsOf(type, declared, config, body, body),
    structs: new Map(structs.map((name) => [name, fieldsOfStruct(name)])),
  };
}

function declarationsOf(source: string): Declarations {
  const interfaces = new Map<string, string>();
  const functions = new Map<string, string>();
  const classes = new Map<string, { extends: string; body: string }>();
  for (const [, what, name = "", head = "", body = ""] of source.matchAll(DECLARATION)) {
    if (what === "interface") interfaces.set(name, body);
    else if (what === "function") functions.set(name, body);
    else classes.set(name, { extends: /extends (\S+)/.exec(head)?.[1] ?? "", body });
  }
  return { interfaces, functions, classes };
}

/**
 * @param config interface of the arguments
 * @param hcl code that has an entry for each argument
 * @param body class with a getter for each field, which structs of a provider's configuration lack
 */
function fieldsOf(where: string, declared: Declarations, config: string, hcl: string, body?: string): Field[] {
  const args = [...(declared.interfaces.get(config) ?? "").matchAll(ARGUMENT)];
  const blocks = new Set(args.map(([, block]) => block));
  const entries = new Map([...hcl.matchAll(HCL_ENTRY)].map(([, name, value = "", kind]) => [name, { value, kind }]));
  if (body === undefined && args.length !== entries.size) throw new Error(`${where}: arguments that are not described`);
  return (body === undefined ? argumentsOf(args) : commentedOf(body)).map(({ getter, ...flags }) => {
    const entry = entries.get(flags.name);
    try {
      if (!entry && (flags.required || flags.optional)) throw new Error("an argument that is not synthesized");
      if (!entry)
        return { ...flags, shape: shapeOfGetter(getter, elementsIn(declared)), isBlock: false, isOnlyOne: false };
      const { isBlock, ...hclShape } = shapeOfHcl(entry.value, entry.kind as HclKind);
      return { ...flags, ...hclShape, isBlock: isBlock ?? (entry.kind === "struct" && blocks.has(flags.name)) };
    } catch (error) {
      throw new Error(`${where}.${flags.name}: ${(error as Error).message}`, { cause: error });
    }
  });
}

function commentedOf(body: string): Listed[] {
  const [, ...parts] = body.split(COMMENT);
  return Array.from({ length: parts.length / 5 }, (_, index) => {
    const [name = "", computed, optional, required, code = ""] = parts.slice(index * 5, index * 5 + 5);
    const getter = GETTER.exec(code);
    return {
      name,
      required: required === "true",
      optional: optional === "true",
      computed: computed === "true",
      getter: getter?.[1] ?? getter?.[2] ?? "",
    };
  });
}

/** Arguments of a provider are never computed. */
function argumentsOf(args: readonly RegExpExecArray[]): Listed[] {
  return args.map(([, , name = "", mark]) => {
    const optional = mark === "?";
    return { name, required: !optional, optional, computed: false, getter: "" };
  });
}

function elementsIn({ classes }: Declarations): ElementOf {
  return (name) => {
    const list = classes.get(name);
    const element = /^ {2}public get\(\w+: \w+\): (\w+) \{$/m.exec(list?.body ?? "")?.[1];
    return list && element ? { is: list.extends === "cdktf.ComplexMap" ? "map" : "list", element } : undefined;
  };
}
