import { ENVIRONMENT_TAG } from "../../../config/owner/tags";
import { isDeepStrictEqual } from "node:util";
import { maskValue } from "../changes/mask-value";
import { type Values } from "../changes/values";
import type { SynthesizedStack } from "../model";
import { resourceCode } from "./code-resources";
import { DEFINITIONS } from "./rest";
import { findingOn, type SectionFinding } from "./change-set";
import { exactText } from "./words";
import { isPlain } from "../../../config/kernel/plain";

/**
 * What differs in the code of a stack and is in no plan: plans show values of resources, and nothing of providers, states and
 * rules for Terraform itself. What is on no list here needs somebody who means it.
 * @param before null: the stack is new
 */
export function codeFindings(
  stack: string,
  before: SynthesizedStack | null,
  after: SynthesizedStack,
): SectionFinding[] {
  const was: SynthesizedStack = before ?? {};
  const keys = [...new Set([...Object.keys(was), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    if (key === "//") return [];
    const read = PARTS[key] ?? unknownPart(key);
    return read({ stack, was: was[key], is: after[key], isNew: before === null, before: was, after });
  });
}

/** One part of a stack, as it was and as it is. */
interface Part {
  readonly stack: string;
  readonly was: unknown;
  readonly is: unknown;
  /** All of the stack is. */
  readonly isNew: boolean;
  readonly before: SynthesizedStack;
  readonly after: SynthesizedStack;
}

type ReadPart = (part: Part) => SectionFinding[];

const PARTS: Readonly<Record<string, ReadPart>> = {
  terraform: (part) => named(part).flatMap((one) => terraform(part, one)),
  provider: (part) => (part.isNew ? [] : named(part).flatMap((one) => provider(part, one))),
  resource: ({ stack, was, is }) => resourceCode(stack, was, is),
  data: (part) =>
    named(part).flatMap(({ name: type, was, is }) => named({ was, is }).flatMap((one) => data(part, type, one))),
  // what they are used for is told where it is used: values of resources are in the plan
  locals: (part) => (part.isNew ? [] : named(part).flatMap((one) => local(part, one))),
  output: (part) => named(part).flatMap((one) => output(part, one)),
  // nothing happens to what only gets another address, and the plan lists it
  moved: () => [],
  import: (part) => listed(part, "warning", "brings what is there already under Terraform"),
  removed: (part) => listed(part, "danger", "says what Terraform forgets"),
  check: (part) =>
    named(part).flatMap((one) =>
      one.was === undefined
        ? []
        : [differs(part, `check.${one.name}`, one, `Check ${one.name} of ${part.stack} is another one, or is gone.`)],
    ),
};

/** What this does not know: a module, a variable, whatever Terraform learns next. */
function unknownPart(key: string): ReadPart {
  return (part) =>
    isDeepStrictEqual(part.was, part.is)
      ? []
      : [
          differs(
            part,
            `${key}.all`,
            part,
            `What ${part.stack} says under ${key} differs, which no plan is looked at for.`,
          ),
        ];
}

interface Named {
  readonly name: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** What differs in an object, by its keys. */
function named({ was, is }: Pick<Part, "was" | "is">): Named[] {
  const [old, now]: Values[] = [was, is].map((value) => (isPlain(value) ? value : {}));
  return [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
    .map((name) => ({ name, was: old?.[name], is: now?.[name] }))
    .filter((one) => !isDeepStrictEqual(one.was, one.is));
}

function differs(
  { stack }: Pick<Part, "stack">,
  address: string,
  { was, is }: Pick<Named, "was" | "is">,
  title: string,
  section: SectionFinding["section"] = "rest",
): SectionFinding {
  const [before, after] = [was, is].map((value) => (value === undefined ? "nothing" : exactText(maskValue(value))));
  return findingOn(section, "danger", `${stack}.${address}`, { title, details: [`${before} → ${after}`] });
}

function terraform(part: Part, one: Named): SectionFinding[] {
  const { stack, isNew } = part;
  if (isNew) return [];
  if (one.name === "backend") {
    const title = `The state of ${stack} is kept elsewhere: for a state that is not moved by hand, all of it is made a second time.`;
    return [differs(part, "terraform.backend", one, title, "lost")];
  }
  if (one.name !== "required_providers")
    return [differs(part, `terraform.${one.name}`, one, `Terraform of ${stack}: ${one.name} is another one.`)];
  return named(one).map((each) =>
    differs(
      part,
      `terraform.required_providers.${each.name}`,
      each,
      `Provider ${each.name} of ${stack} is another one, which may plan and do something else with the same code.`,
    ),
  );
}

/** Blocks of one provider are a list. */
const blocks = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);

function provider(part: Part, { name, was, is }: Named): SectionFinding[] {
  const [old, now] = [blocks(was), blocks(is)];
  if (old.length === 1 && now.length === 1 && was !== undefined && is !== undefined)
    return named({ was: old[0], is: now[0] }).flatMap((one) =>
      one.name === "default_tags"
        ? tags(part, name, one)
        : [
            differs(
              part,
              `provider.${name}.${one.name}`,
              one,
              `Provider ${name} of ${part.stack} has another ${one.name}: it may act elsewhere, or as somebody else.`,
              "security",
            ),
          ],
    );
  return [
    differs(part, `provider.${name}`, { was, is }, `Provider ${name} of ${part.stack} is another one.`, "security"),
  ];
}

/** Rights and budgets go by Railyard's own tags; all others are for people. */
function tags(part: Part, provider: string, { was, is }: Named): SectionFinding[] {
  const own = (value: unknown) => {
    const [first] = blocks(value);
    const all = isPlain(first) && isPlain(first["tags"]) ? first["tags"] : {};
    return { [ENVIRONMENT_TAG]: all[ENVIRONMENT_TAG] };
  };
  if (isDeepStrictEqual(own(was), own(is))) return [];
  const title = `Provider ${provider} of ${part.stack} tags for another environment: rights of the pipeline and budgets go by that tag.`;
  return [differs(part, `provider.${provider}.default_tags`, { was: own(was), is: own(is) }, title, "security")];
}

/** Data that is only looked up. Others run programs, or read what anybody writes. */
const LOOKED_UP = /^aws_(?!lambda_invocation$)/;

function data(part: Part, type: string, one: Named): SectionFinding[] {
  const address = `data.${type}.${one.name}`;
  if (one.is === undefined) return [];
  if (type === "terraform_remote_state") {
    // a state beside its own: of another stack of this environment
    const isBeside = part.isNew || one.was === undefined;
    if (isBeside && isDeepStrictEqual(place(one.is), ownPlace(part.after))) return [];
    return [
      differs(
        part,
        address,
        one,
        `${part.stack} reads another state: what it is made from is somebody else's.`,
        "security",
      ),
    ];
  }
  if (LOOKED_UP.test(type) && one.was === undefined) return [];
  if (part.isNew && LOOKED_UP.test(type)) return [];
  return [
    differs(
      part,
      address,
      one,
      `${part.stack} reads ${address} from elsewhere, and no plan shows what that does.`,
      "security",
    ),
  ];
}

/** Where a state is kept, but for the stack in it. */
function place(remote: unknown): unknown {
  if (!isPlain(remote)) return null;
  return { backend: remote["backend"], ...placeOf(remote["config"]) };
}

function ownPlace({ terraform }: SynthesizedStack): unknown {
  const backend = isPlain(terraform) && isPlain(terraform["backend"]) ? terraform["backend"] : {};
  const [own] = Object.entries(backend);
  return own ? { backend: own[0], ...placeOf(own[1]) } : null;
}

function placeOf(config: unknown): Values {
  if (!isPlain(config)) return {};
  const { bucket, region, path } = config;
  // states in files lie in one folder
  return { bucket, region, path: typeof path === "string" ? path.replace(/[^/]*$/, "") : undefined };
}

/** A local that something else than a resource has. */
function local(part: Part, one: Named): SectionFinding[] {
  if (one.was === undefined || one.is === undefined) return [];
  const { resource: _, locals: __, output: ___, ...others } = part.after;
  const isUsed = new RegExp(`\\blocal\\.${one.name}\\b`).test(JSON.stringify(others));
  return isUsed
    ? [
        differs(
          part,
          `local.${one.name}`,
          one,
          `Local ${one.name} of ${part.stack}, which a provider or data has, is another one.`,
        ),
      ]
    : [];
}

function output(part: Part, { name, was, is }: Named): SectionFinding[] {
  const isSecret = (value: unknown) => isPlain(value) && value["sensitive"] === true;
  if (!isSecret(was) || is === undefined || isSecret(is)) return [];
  const title = `Output ${name} of ${part.stack} is no longer taken for a secret: plans and logs show it.`;
  return [findingOn("security", "danger", `${part.stack}.output.${name}`, { title })];
}

function listed(part: Part, severity: SectionFinding["severity"], what: string): SectionFinding[] {
  const { stack, was, is } = part;
  const known = blocks(was ?? []).map((one) => JSON.stringify(one));
  return blocks(is ?? []).flatMap((one) => {
    if (known.includes(JSON.stringify(one)) || !isPlain(one)) return [];
    const target = String(one["to"] ?? one["from"] ?? "all");
    // the plan tells of it, where the state has it: definitions stay, and nothing is lost
    if (DEFINITIONS.test(target) && isDeepStrictEqual(one["lifecycle"], { destroy: false })) return [];
    return [
      findingOn("rest", severity, `${stack}.${target}`, {
        title: `The code of ${stack} ${what}: ${target}.`,
        details: [exactText(maskValue(one))],
      }),
    ];
  });
}
