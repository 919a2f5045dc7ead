import { isPlain } from "../../config/kernel/plain";

/** Combinations of actions that Terraform plans, each in its order. */
const ACTIONS = [
  "no-op",
  "create",
  "read",
  "update",
  "delete",
  "forget",
  "delete,create",
  "create,delete",
  "create,forget",
];

/** Parts of a plan that this reads, or that say nothing of what is done. @see https://developer.hashicorp.com/terraform/internals/json-format */
const PARTS = [
  "format_version",
  "terraform_version",
  "timestamp",
  "applyable",
  "complete",
  "errored",
  "variables",
  "planned_values",
  "prior_state",
  "configuration",
  "relevant_attributes",
  "resource_changes",
  "resource_drift",
  "output_changes",
  "checks",
  "deferred_changes",
];

/** Why a plan is none, or is not all of what would be done. What is not known here is a mistake, too. */
export function mistakesOf(plan: unknown): string[] {
  if (!isPlain(plan)) return ["it is no plan as terraform show -json writes it"];
  const version = plan["format_version"];
  if (typeof version !== "string" || !/^1\.\d+$/.test(version))
    return [`its format is ${typeof version === "string" ? version : "not said"}, and this reads 1.x`];
  if (plan["errored"] === true) return ["planning failed, and the file has only what was known by then"];
  return [
    ...wholeMistakes(plan),
    ...(managesNothing(plan) ? [] : listMistakes(plan, "resource_changes", resourceMistake)),
    ...listMistakes({ resource_drift: [], ...plan }, "resource_drift", resourceMistake),
    ...outputMistakes(plan["output_changes"]),
    ...checkMistakes(plan["checks"]),
    ...Object.entries(plan)
      .filter(([key, value]) => !PARTS.includes(key) && !isNothing(value))
      .map(([key]) => `it has ${key}, which this does not know`),
  ];
}

/** Whether a plan leaves its changes out, as Terraform does for a stack without any resource: none was there, and none will be. */
function managesNothing(plan: Readonly<Record<string, unknown>>): boolean {
  const { planned_values: planned, prior_state: prior } = plan;
  if ("resource_changes" in plan || !isPlain(planned) || !isPlain(planned["root_module"])) return false;
  const before = isPlain(prior) && isPlain(prior["values"]) ? prior["values"]["root_module"] : {};
  return [planned["root_module"], before].every(
    (module) => isPlain(module) && !manages(module) && isNothing(module["child_modules"] ?? null),
  );
}

/** Whether a module has a resource that Terraform manages; what is no list may have one. */
function manages({ resources = [] }: Readonly<Record<string, unknown>>): boolean {
  return !Array.isArray(resources) || (resources as unknown[]).some((one) => !isPlain(one) || one["mode"] !== "data");
}

const isNothing = (value: unknown): boolean =>
  value === null || value === false || (typeof value === "object" && Object.keys(value).length === 0);

function wholeMistakes(plan: Readonly<Record<string, unknown>>): string[] {
  const { complete, applyable, errored, terraform_version: terraform, deferred_changes: deferred } = plan;
  const mistakes: string[] = [];
  if (typeof terraform !== "string") mistakes.push("it does not say which Terraform made it");
  if (typeof errored !== "boolean") mistakes.push("it does not say whether planning went well (errored)");
  if (Array.isArray(deferred) ? deferred.length > 0 : deferred !== undefined)
    mistakes.push(
      `${Array.isArray(deferred) ? deferred.length : "some"} changes are deferred: they are planned only after this plan is applied`,
    );
  else if (complete !== true) mistakes.push("it is not the whole plan (complete)");
  if (typeof applyable !== "boolean") mistakes.push("it does not say whether it can be applied (applyable)");
  else if (!applyable && changesSomething(plan))
    mistakes.push("it cannot be applied, and has changes all the same (applyable)");
  if (!isPlain(plan["configuration"])) mistakes.push("it does not have the configuration that it was made from");
  return mistakes;
}

function changesSomething({ resource_changes: resources, output_changes: outputs }: Readonly<Record<string, unknown>>) {
  const all = [...(Array.isArray(resources) ? (resources as unknown[]) : []).map(changeOf), ...outputsOf(outputs)];
  return all.some((change) => actionsOf(change).some((action) => action !== "no-op" && action !== "read"));
}

const changeOf = (resource: unknown): unknown => (isPlain(resource) ? resource["change"] : undefined);
const outputsOf = (outputs: unknown): unknown[] => (isPlain(outputs) ? Object.values(outputs) : []);

function actionsOf(change: unknown): unknown[] {
  const actions = isPlain(change) ? change["actions"] : undefined;
  return Array.isArray(actions) ? (actions as unknown[]) : [];
}

const isKnown = (change: unknown): boolean => ACTIONS.includes(actionsOf(change).join());

/** Most mistakes of one list that are told. */
const MOST = 5;

function listMistakes(
  plan: Readonly<Record<string, unknown>>,
  key: string,
  mistakeOf: (item: unknown) => string | null,
): string[] {
  const list = plan[key];
  if (!Array.isArray(list)) return [`its ${key} are no list`];
  const found = (list as unknown[]).flatMap((item) => mistakeOf(item) ?? []);
  return found.length > MOST ? [...found.slice(0, MOST), `and ${found.length - MOST} more`] : found;
}

function resourceMistake(resource: unknown): string | null {
  if (!isPlain(resource)) return "a resource of it has no form";
  const { address, type, mode, change } = resource;
  if (typeof address !== "string" || typeof type !== "string") return "a resource of it has no address or type";
  if (mode !== "managed" && mode !== "data") return `${address} is neither a resource nor data, but ${String(mode)}`;
  if (!isKnown(change))
    return `what happens to ${address} is not known here: ${actionsOf(change).join(", ") || "nothing said"}`;
  const { before, after } = change as Readonly<Record<string, unknown>>;
  const actions = actionsOf(change);
  if (mode !== "managed") return null;
  const needs = (value: unknown, when: string) => actions.some((one) => one === when) && !isPlain(value);
  if (needs(before, "delete") || needs(before, "update") || needs(before, "forget"))
    return `${address} is changed, and the values that it has are not said`;
  return needs(after, "create") || needs(after, "update") ? `${address} is made or changed without any value` : null;
}

function outputMistakes(outputs: unknown): string[] {
  if (outputs === undefined) return [];
  if (!isPlain(outputs)) return ["its output_changes are no object"];
  return Object.entries(outputs)
    .filter(([, change]) => !isKnown(change))
    .map(([name]) => `what happens to output ${name} is not known here`);
}

/** A check that fails does not keep Terraform from applying. @see https://developer.hashicorp.com/terraform/internals/json-format#checks-representation */
function checkMistakes(checks: unknown): string[] {
  if (checks === undefined || checks === null) return [];
  if (!Array.isArray(checks)) return ["its checks are no list"];
  return (checks as unknown[]).flatMap((check) => {
    const status = isPlain(check) ? check["status"] : undefined;
    if (status === "pass" || status === "unknown") return [];
    const address = isPlain(check) && isPlain(check["address"]) ? check["address"]["to_display"] : undefined;
    const name = typeof address === "string" ? address : "a check";
    return [status === "fail" ? `${name} fails${messages(check)}` : `${name} has no result that is known here`];
  });
}

function messages(check: unknown): string {
  const instances = isPlain(check) && Array.isArray(check["instances"]) ? (check["instances"] as unknown[]) : [];
  const texts = instances
    .flatMap((one) => (isPlain(one) && Array.isArray(one["problems"]) ? (one["problems"] as unknown[]) : []))
    .flatMap((one) => (isPlain(one) && typeof one["message"] === "string" ? [one["message"]] : []));
  return texts.length > 0 ? `: ${texts.slice(0, MOST).join("; ")}` : "";
}
