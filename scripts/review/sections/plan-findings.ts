import { shellWord } from "../../../constructs/core/shell-word";
import { statefulType } from "../../catalog/catalog";
import { madeAgain } from "../../lib/terraform/guard-entries";
import { writtenValues, type PlanFile } from "../changes/planned";
import { resourceChanges } from "../changes/resource-changes";
import { isKnownProvider, type ReadPlan } from "../read-plan";
import { fullAddress, findingOn, type SectionFinding } from "./change-set";
import { andList, capital, changeText, count, listOf, recordOf, resourceText } from "./words";

/** Whether a stack reads an output, as far as it is known. */
export type IsRead = (output: string) => boolean;

/** What a plan says beside the changes of resources: programs that it runs, what others read of it, what it found changed. */
export function planFindings({ stack, file }: ReadPlan, isRead: IsRead): SectionFinding[] {
  if (file === null) return [];
  return [
    ...hiddenIngress(stack, file),
    ...strangeProviders(stack, file),
    ...programs(stack, file),
    ...modules(stack, file),
    ...outputs(stack, file, isRead),
    ...imports(stack, file),
    ...twice(stack, file),
    ...drift(stack, file),
  ];
}

const GROUPS = ["aws_security_group", "aws_default_security_group"];

/** What a group lets in is known after apply for one without rules of its own, too: its configuration tells. */
function hiddenIngress(stack: string, file: PlanFile): SectionFinding[] {
  const isWritten = writtenValues(file);
  return (file.resource_changes ?? []).flatMap(({ type, address, change }) => {
    const isHidden = GROUPS.includes(type) && change.actions.includes("create") && hidesIngress(change.after_unknown);
    if (!isHidden || isWritten(address, ["ingress"]) === false) return [];
    return [
      findingOn("security", "danger", `${stack}.${address}`, {
        title: `Whom security group ${address} lets in is known after apply only.`,
      }),
    ];
  });
}

function hidesIngress(unknown: unknown): boolean {
  const ingress = recordOf(unknown)["ingress"];
  if (ingress === true) return true;
  return listOf(ingress).some((rule) =>
    ["cidr_blocks", "ipv6_cidr_blocks"].some((name) => {
      const blocks = recordOf(rule)[name];
      return blocks === true || listOf(blocks).includes(true);
    }),
  );
}

function strangeProviders(stack: string, { resource_changes: resources = [] }: PlanFile): SectionFinding[] {
  return resources.flatMap((resource) => {
    const { mode, address, change, provider_name: name } = resource;
    if (mode !== "managed" || change.actions[0] === "no-op" || isKnownProvider(resource)) return [];
    return [
      findingOn("rest", "danger", `${stack}.${address}`, {
        title: `${address} is of a provider that is not known here: what it does cannot be told.`,
        details: [`Provider: ${name ?? "not said"}.`],
      }),
    ];
  });
}

/** Programs run with the rights of who applies, and no plan shows what they do. */
function programs(stack: string, { configuration, resource_changes: changes = [] }: PlanFile): SectionFinding[] {
  const running = new Set(
    changes
      .filter(({ change }) => change.actions.some((action) => action === "create" || action === "delete"))
      .map(({ address }) => address.replace(/\[[^\]]*\]$/, "")),
  );
  return (configuration?.root_module?.resources ?? []).flatMap(({ address, provisioners = [] }) => {
    if (provisioners.length === 0 || !running.has(address)) return [];
    return [
      findingOn("security", "danger", `${stack}.${address}`, {
        title: `${address} runs programs where it is applied: ${andList(provisioners.map(({ type }) => type))}.`,
        details: [
          "They have the credentials of who applies, and no plan shows what they do.",
          ...provisioners.map(({ type, expressions }) => `${type}: ${JSON.stringify(expressions ?? {})}`),
        ],
      }),
    ];
  });
}

function modules(stack: string, { configuration }: PlanFile): SectionFinding[] {
  return Object.entries(configuration?.root_module?.module_calls ?? {}).map(([name, { source }]) =>
    findingOn("rest", "danger", `${stack}.module.${name}`, {
      title: `Stack ${stack} has a module: what is in it is not looked at here.`,
      details: [`Source: ${source ?? "not said"}.`],
    }),
  );
}

/** What other stacks read, and what a person is told. */
function outputs(stack: string, { output_changes: all = {} }: PlanFile, isRead: IsRead): SectionFinding[] {
  return Object.entries(all).flatMap(([name, { actions, before_sensitive: was, after_sensitive: is }]) => {
    if (actions.includes("delete") && !actions.includes("create"))
      return [
        findingOn("stops", isRead(name) ? "danger" : "info", `${stack}.output.${name}`, {
          title: isRead(name)
            ? `Output ${name} of ${stack} goes: a stack that reads it can no longer be planned.`
            : `Output ${name} of ${stack} goes: no stack of the environment reads it.`,
        }),
      ];
    if (was !== true || is === true || actions[0] === "no-op") return [];
    return [
      findingOn("security", "danger", `${stack}.output.${name}`, {
        title: `Output ${name} of ${stack} is no longer taken for a secret: plans and logs show it.`,
      }),
    ];
  });
}

function imports(stack: string, { resource_changes: all = [] }: PlanFile): SectionFinding[] {
  const imported = all.filter(({ change }) => change.importing);
  if (imported.length === 0) return [];
  return [
    {
      section: "rest",
      severity: "warning",
      title: `${count(imported.length, "resource")} of ${stack} that ${imported.length === 1 ? "is" : "are"} there already become${imported.length === 1 ? "s" : ""} Terraform's: from then on it changes and destroys ${imported.length === 1 ? "it" : "them"}.`,
      details: shortened(imported.map(({ address, change }) => `${address} ← ${change.importing?.id ?? "unknown"}`)),
    },
  ];
}

/** What the stack protects was in its state once; who took it out did not take it out of the list beside it. */
function twice(stack: string, { resource_changes: all = [] }: PlanFile): SectionFinding[] {
  return madeAgain(all).map((address) =>
    findingOn("lost", "danger", `${stack}.${address}`, {
      title: `${address} was made before, and the state has lost it: this makes another one, empty, and what is there is looked after by nobody.`,
      details: [
        "The list of what the stack protects (terraform_data.holds_data) has it still.",
        `Put it back into the state: terraform import ${shellWord(address)} <id>, in cdktf.out/stacks/${stack}.`,
      ],
    }),
  );
}

/** Most lines of one finding. */
const MOST = 10;

const shortened = (lines: readonly string[]): string[] =>
  lines.length > MOST ? [...lines.slice(0, MOST), `… and ${lines.length - MOST} more`] : [...lines];

/** What somebody has changed past Terraform. What the plan takes back of it is among its changes. */
function drift(stack: string, file: PlanFile): SectionFinding[] {
  const { changes } = resourceChanges({ stack, plan: { ...file, resource_changes: file.resource_drift ?? [] } });
  const gone = changes.filter(({ action }) => action === "delete" || action === "replace");
  const changed = changes.filter((change) => !gone.includes(change));
  const missing = gone.map((change) =>
    findingOn("lost", statefulType(change.type) ? "danger" : "warning", change, {
      title: `${capital(resourceText(change))} is gone, and not by Terraform: what it held is not there any more.`,
      details: ["Find out who took it away, before another is made in its place."],
    }),
  );
  if (changed.length === 0) return missing;
  const lines = changed.flatMap((change) =>
    change.attributes.map((one) => `${fullAddress(change)}: ${changeText(one)}`),
  );
  const title = `${count(changed.length, "resource")} of ${stack} ${changed.length === 1 ? "was" : "were"} changed, and not by Terraform.`;
  return [...missing, { section: "rest", severity: "warning", title, details: shortened(lines) }];
}
