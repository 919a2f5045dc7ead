import { jsonIn } from "../../../lib/files/read-json";
import { crc32 } from "node:zlib";
import type { DataKind, Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { blocksOf, textOf, textsOf } from "../../attribute-values";
import { asElement, conditionElement, goJson, ordered, principalElement, rewritten } from "./policy-document-json";
import { type Statement } from "./policy-statements";
import { isPlain } from "../../../../config/kernel/plain";

const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/iam";
const SOURCE = `${provider}/policy_document_data_source.go`;

const NEWEST = "2012-10-17";

export const POLICY_DOCUMENT_DATA: Readonly<Record<string, DataKind>> = {
  aws_iam_policy_document: { source: [SOURCE, `${provider}/policy_model.go`], read },
};

/** A policy as the provider holds it while it merges. */
interface Document {
  readonly version: string;
  readonly id: string;
  readonly statements: readonly Statement[];
}

/** Stops the reading of a document. */
class Refused extends Error {}

/** The document: those of others, its own statements, and what overrides both. */
function read(config: Attributes): Attributes | Refusal {
  try {
    const sources = textsOf(config, "source_policy_documents").map(parse);
    repeated(sources.flatMap(({ statements }) => sids(statements)));
    let document = sources.reduce(merged, empty);
    document = merged(document, own(config));
    document = textsOf(config, "override_policy_documents").map(parse).reduce(merged, document);
    const json = goJson(elements(document), 2);
    // the provider's own hash, which Terraform shows and nothing needs
    return { id: String(crc32(json)), json, minified_json: goJson(elements(document), 0), version: document.version };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { code: "Error", message: error.message, source: SOURCE };
  }
}

const empty: Document = { version: "", id: "", statements: [] };

function parse(text: string): Document {
  const parsed = jsonIn(text);
  if (parsed === undefined) throw new Refused(`merging policy documents: "${text.slice(0, 80)}" is no JSON`);
  const given: unknown = isPlain(parsed) ? (parsed["Statement"] ?? []) : null;
  // IAM takes a single statement without a list, and the provider does not
  if (!isPlain(parsed) || !Array.isArray(given))
    throw new Refused(`merging policy documents: "${text.slice(0, 80)}" has no list of statements`);
  const list: readonly unknown[] = given;
  const [version, id] = [parsed["Version"], parsed["Id"]];
  return {
    version: typeof version === "string" ? version : "",
    id: typeof id === "string" ? id : "",
    statements: list.filter(isPlain).map(rewritten),
  };
}

function own(config: Attributes): Document {
  const version = textOf(config, "version") ?? NEWEST;
  if (!["2008-10-17", NEWEST].includes(version))
    throw new Refused(`version is ${version}; it is 2008-10-17 or ${NEWEST}`);
  const statements = blocksOf(config, "statement").map((block) => statement(block, version));
  repeated(sids(statements));
  return { version, id: textOf(config, "policy_id") ?? "", statements };
}

function statement(block: Attributes, version: string): Statement {
  const [sid, effect] = [textOf(block, "sid") ?? "", textOf(block, "effect") ?? "Allow"];
  if (!/^[a-zA-Z0-9]*$/.test(sid)) throw new Refused(`sid "${sid}" must only include alphanumeric characters`);
  if (effect !== "Allow" && effect !== "Deny") throw new Refused(`effect is ${effect}; it is Allow or Deny`);
  const texts = (name: string) => asElement(textsOf(block, name).map((text) => variables(text, version)));
  const actions = (name: string) => asElement([...textsOf(block, name)]);
  return ordered({
    Sid: sid,
    Effect: effect,
    Action: actions("actions"),
    NotAction: actions("not_actions"),
    Resource: texts("resources"),
    NotResource: texts("not_resources"),
    Principal: principalElement(blocksOf(block, "principals"), (text) => variables(text, version)),
    NotPrincipal: principalElement(blocksOf(block, "not_principals"), (text) => variables(text, version)),
    Condition: conditionElement(blocksOf(block, "condition"), (text) => variables(text, version)),
  });
}

/** `&{aws:username}` is written for a variable of IAM, as `${` is Terraform's. */
function variables(text: string, version: string): string {
  if (!text.includes("&{")) return text;
  if (version !== NEWEST) throw new Refused(`found &{ sequence in (${text}), which is not supported in ${version}`);
  return text.replaceAll("&{", "${");
}

/** Statements with a `Sid` that is there already take its place, others follow. */
function merged(document: Document, newer: Document): Document {
  const statements = [...document.statements];
  for (const each of newer.statements) {
    const same = each["Sid"] === undefined ? -1 : statements.findIndex((other) => other["Sid"] === each["Sid"]);
    if (same < 0) statements.push(each);
    else statements[same] = each;
  }
  return {
    version: newer.version > document.version ? newer.version : document.version,
    id: newer.id || document.id,
    statements,
  };
}

const sids = (statements: readonly Statement[]) =>
  statements.flatMap(({ Sid }) => (typeof Sid === "string" ? [Sid] : []));

function repeated(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Refused(`duplicate Sid (${twice}). Remove the Sid or ensure the Sid is unique.`);
}

const elements = ({ version, id, statements }: Document): Statement => ({
  Version: version || undefined,
  Id: id || undefined,
  Statement: statements.length > 0 ? statements : undefined,
});
