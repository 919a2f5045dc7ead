import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A compiled file with its source inside, as the TypeScript compiler makes them. */
export function compiled(source: string): string {
  const map = Buffer.from(JSON.stringify({ version: 3, sourcesContent: [source], mappings: "" })).toString("base64");
  return `"use strict";\n//# sourceMappingURL=data:application/json;base64,${map}`;
}

/** Folder with one package of bindings in it: sources by file, as in `vpc/index.js`. */
export function fakeBindings(provider: string, sources: Record<string, string>, version = "6.25.0"): string {
  const root = mkdtempSync(join(tmpdir(), "bindings-"));
  const lib = join(root, "node_modules/@cdktf", `provider-${provider}`, "lib");
  for (const [file, source] of Object.entries({ "provider/index.js": providerSource(provider), ...sources })) {
    mkdirSync(dirname(join(lib, file)), { recursive: true });
    writeFileSync(join(lib, file), compiled(source));
  }
  const manifest = { version: "1.2.3", cdktf: { provider: { version } } };
  writeFileSync(join(lib, "../package.json"), JSON.stringify(manifest));
  return root;
}

/** One argument or result in the code of a fake binding. */
export interface FakeField {
  readonly name: string;
  /** As in `computed: true, optional: false, required: false`; "R", "O", "C" each for one that is true. */
  readonly flags: string;
  readonly getter?: string;
  /** Lines of the argument's comment. */
  readonly text?: readonly string[];
  /** `value` and `type` of the argument's entry. */
  readonly entry?: readonly [value: string, type: string];
}

export const stringArgument = (name: string, flags = "O"): FakeField => ({
  name,
  flags,
  entry: [`cdktf.stringToHclTerraform(this._${name})`, "simple"],
});

/** Source of a binding whose struct `name` has these fields. */
export function structSource(name: string, fields: readonly FakeField[], more = ""): string {
  const lower = name.charAt(0).toLowerCase() + name.slice(1);
  return `export interface ${name} {
${argumentsOf(fields)}}

export function ${lower}ToHclTerraform(struct?: ${name} | cdktf.IResolvable): any {
  const attrs = {
${entriesOf(fields)}  };
  return attrs;
}

export class ${name}OutputReference extends cdktf.ComplexObject {
  public constructor(terraformResource: cdktf.IInterpolatingParent) {
  }
${gettersOf(fields)}}
${more}`;
}

export function listClass(name: string, base: string, element: string): string {
  return `
export class ${name} extends cdktf.${base} {
  /**
  * @param index the index of the item to return
  */
  public get(index: number): ${element} {
    return new ${element}(this, index);
  }
}
`;
}

export function resourceSource(type: string, fields: readonly FakeField[], base = "TerraformResource"): string {
  return `export interface ThingConfig extends cdktf.TerraformMetaArguments {
${argumentsOf(fields)}}

export class Thing extends cdktf.${base} {
  public static readonly tfResourceType = "${type}";
  public constructor(scope: Construct, id: string, config: ThingConfig) {
    super(scope, id, {
      terraformResourceType: '${type}',
      terraformGeneratorMetadata: {
        providerName: 'fake',
      },
    });
  }
${gettersOf(fields)}
  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
${entriesOf(fields)}    };
    return attrs;
  }
}
`;
}

function providerSource(provider: string): string {
  return resourceSource(provider, [stringArgument("token"), stringArgument("alias")], "TerraformProvider");
}

const isArgument = ({ flags }: FakeField) => /[RO]/.test(flags);

function argumentsOf(fields: readonly FakeField[]): string {
  const lines = fields
    .filter(isArgument)
    .map(({ name, flags, text = [] }) =>
      [
        "  /**",
        ...text.flatMap((line) => [`  * ${line}`, ...(line === text.at(-1) ? ["  *"] : [])]),
        `  * Docs at Terraform Registry: {@link https://registry.terraform.io/x#${name} Thing#${name}}`,
        "  */",
        `  readonly ${name}${flags.includes("R") ? "" : "?"}: string;`,
      ].join("\n"),
    );
  return lines.map((line) => `${line}\n`).join("");
}

function entriesOf(fields: readonly FakeField[]): string {
  return fields
    .map(({ name, entry }) =>
      entry
        ? `      ${name}: {\n        value: ${entry[0]},\n        isBlock: true,\n        type: "${entry[1]}",\n` +
          `        storageClassType: "x",\n      },\n`
        : "",
    )
    .join("");
}

function gettersOf(fields: readonly FakeField[]): string {
  return fields
    .map(({ name, flags, getter = `this.getStringAttribute('${name}')` }) => {
      const [computed, optional, required] = ["C", "O", "R"].map((flag) => flags.includes(flag));
      const stored = getter.startsWith("new ") ? `  private _${name} = ${getter};\n` : "";
      const result = stored ? `this._${name}` : getter;
      return (
        `\n  // ${name} - computed: ${computed}, optional: ${optional}, required: ${required}\n${stored}` +
        `  public get ${name}() {\n    return ${result};\n  }\n`
      );
    })
    .join("");
}
