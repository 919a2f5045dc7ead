import type { Expression, ObjectLiteralExpression, SourceFile } from "typescript";
import type { ClusterAddon } from "../../../config/sites/aws-eks/cluster/resolve";
import { ExpectedError } from "../../lib/errors/expected-error";
import { bare, constant, edited, loadTypeScript, property, type Edit, type TypeScript } from "./edits";
import type { Read } from "./model";

/** What becomes newer in `config/facts/versions.ts`. */
export interface VersionsChange {
  /** Add-on → all its versions by minor, and where they were read. */
  readonly addons: ReadonlyMap<ClusterAddon, Read<Readonly<Record<string, string>>>>;
  /** Minor → release of the Amazon Linux 2023 images. */
  readonly al2023: ReadonlyMap<string, Read<string>>;
  /** Day on which it was read. */
  readonly asOf: string;
}

const FILE = "config/facts/versions.ts";

/**
 * The text of the versions file with newer versions, their sources and the day. Nothing else changes.
 * @throws ExpectedError when the file is not written as it is expected to be
 */
export function withVersions(text: string, { addons, al2023, asOf }: VersionsChange): string {
  const ts = loadTypeScript();
  const source = ts.createSourceFile("versions.ts", text, ts.ScriptTarget.ES2022, true);
  const file = new Facts(ts, source);
  const edits: Edit[] = [];
  for (const [minor, { value, source: at }] of al2023) {
    const row = file.object("AMI_RELEASES", "al2023", minor);
    edits.push(file.literal(row, "release", value), file.literal(row, "source", `${at}, ${asOf}`));
  }
  for (const [addon, { value, source: at }] of addons) {
    const row = file.object("ADDON_VERSIONS", addon);
    edits.push(file.versions(row, addon, value), file.literal(row, "confidence", "high"));
    const read = file.object("VERSION_SOURCES", file.text(row, "source"));
    edits.push(file.literal(read, "at", at), file.literal(read, "asOf", asOf));
  }
  return edited(text, edits);
}

/** The versions file, in the way in which it is written. */
class Facts {
  constructor(
    readonly ts: TypeScript,
    readonly source: SourceFile,
  ) {}

  object(name: string, ...keys: readonly string[]): ObjectLiteralExpression {
    let found: Expression | undefined = constant(this.ts, this.source, name);
    for (const key of keys) found = bare(this.ts, property(this.ts, this.source, found, key)?.initializer);
    if (found && this.ts.isObjectLiteralExpression(found)) return found;
    throw otherwise([name, ...keys].join("."));
  }

  text(object: Expression, key: string): string {
    const value = property(this.ts, this.source, object, key)?.initializer;
    if (value && this.ts.isStringLiteralLike(value)) return value.text;
    throw otherwise(key);
  }

  /** Another text for a key that has one. */
  literal(object: Expression, key: string, text: string): Edit {
    const value = property(this.ts, this.source, object, key)?.initializer;
    if (!value) throw otherwise(key);
    return this.#instead(value, JSON.stringify(text));
  }

  /** Versions by minor: those that are the same stand in one call of `each`. */
  versions(object: Expression, addon: string, versions: Readonly<Record<string, string>>): Edit {
    const value = property(this.ts, this.source, object, "versions")?.initializer;
    if (!value) throw otherwise(`${addon}.versions`);
    if (/\/[/*]/.test(value.getText(this.source)))
      throw new ExpectedError(`${FILE}: the versions of ${addon} have comments in them: edit them by hand.`);
    const minors = new Map<string, string[]>();
    for (const [minor, version] of Object.entries(versions))
      minors.set(version, [...(minors.get(version) ?? []), JSON.stringify(minor)]);
    const rows = [...minors].map(([version, of]) =>
      of.length === 1
        ? `      ${of[0]}: ${JSON.stringify(version)},`
        : `      ...each([${of.join(", ")}], ${JSON.stringify(version)}),`,
    );
    return this.#instead(value, ["{", ...rows, "    }"].join("\n"));
  }

  #instead(value: Expression, text: string): Edit {
    return { start: value.getStart(this.source), end: value.getEnd(), text };
  }
}

const otherwise = (what: string): ExpectedError =>
  new ExpectedError(`${FILE} has no ${what} that can be edited: edit it by hand. Nothing was written.`);
