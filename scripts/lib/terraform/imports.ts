import { differences } from "./differences";
import { kindOf, pathText, type PlanJson } from "./plan-json";

/** A resource that a plan imports. */
export interface Import {
  readonly address: string;
  readonly id: string;
  /** `none`: nothing of it changes. */
  readonly action: "none" | "update" | "replace" | "delete";
  /** As in `tags.Name: "a" → "b"`. */
  readonly attributes: readonly string[];
  /** Attributes that cannot change in place. */
  readonly replacing: readonly string[];
}

/** What a plan imports, and what it would then change. */
export function importsOf(plan: PlanJson): Import[] {
  const changed = new Map(differences(plan).map(({ address, attributes }) => [address, attributes]));
  return (plan.resource_changes ?? [])
    .filter(({ mode, change }) => mode === "managed" && change.importing !== undefined)
    .map(({ address, change }) => {
      const kind = kindOf(change);
      return {
        address,
        id: change.importing?.id ?? "",
        action: kind === null || kind === "create" ? "none" : kind,
        attributes: kind === null ? [] : (changed.get(address) ?? []),
        replacing: (change.replace_paths ?? []).map(pathText),
      };
    });
}

/** For a person: what is imported, and what of it would change. */
export function importLines(stack: string, imports: readonly Import[]): string[] {
  if (imports.length === 0) return [];
  const same = imports.filter(({ action }) => action === "none").length;
  return [
    `${stack}: imports ${imports.length}, ${same} of them as they are`,
    ...imports
      .filter(({ action }) => action !== "none")
      .flatMap(({ address, id, action, attributes, replacing }) => [
        `  ${address} (${id}) ${action === "update" ? "is changed in place" : `would be ${action}d`}${replacing.length ? ` because of ${replacing.join(", ")}` : ""}:`,
        ...attributes.map((attribute) => `    ${attribute}${reasonOf(attribute)}`),
      ]),
  ];
}

/** Differences that mean something else than they say. */
const REASONS: readonly (readonly [path: RegExp, text: string])[] = [
  [/^tags(_all)?\b/, "tags of this environment"],
  [/^skip_final_backup:/, "Terraform's own: nothing is done to the file system"],
  [/^timeouts\b/, "Terraform's own: nothing is done to it"],
  [/^resolve_conflicts_on_|^preserve:/, "Terraform's own: nothing is done to the add-on"],
  [/^force_destroy:/, "Terraform's own: nothing is done to the bucket"],
  [/kms_master_key_id:|kms_key_id:/, "the key of this environment, for what is written from now on"],
];

function reasonOf(attribute: string): string {
  const [, text] = REASONS.find(([path]) => path.test(attribute)) ?? [];
  return text === undefined ? "" : ` (${text})`;
}
