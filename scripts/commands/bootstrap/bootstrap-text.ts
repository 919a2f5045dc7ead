import { relative } from "node:path";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { changeWords } from "../../lib/terraform/change-words";
import type { Bootstrapped } from "./bootstrap";

const OUTCOMES: Readonly<Record<Bootstrapped["outcome"], string>> = {
  applied: "is done",
  unchanged: "is as it should be: nothing to change",
  planned: "would change; nothing was changed",
  declined: "was not changed, since you said no",
};

/** What was done, and what a person has to do next. */
export function bootstrapText(result: Bootstrapped, environment: AwsEnvironment, root: string): string[] {
  const { stack, outcome, imported, changes, stateBucket, stateFile } = result;
  const words = outcome === "applied" ? changeWords(changes, "done") : [];
  const brought = imported.length > 0 && outcome === "applied" ? [`${imported.length} imported`] : [];
  const counts = [...brought, ...words].join(", ");
  const first = `${stack} ${OUTCOMES[outcome]}${counts && `: ${counts}`}.`;
  if (outcome === "planned" || outcome === "declined") return [first];
  const file = relative(root, stateFile);
  return [
    first,
    `State bucket: ${stateBucket}; locks are objects beside the states.`,
    "",
    `Commit the state of this stack, which has no secrets in it: git add ${file} && git commit -m "State of ${stack}"`,
    ...pipelineText(result, environment),
  ];
}

function pipelineText({ roles }: Bootstrapped, { name, ci }: AwsEnvironment): string[] {
  if (!roles || !ci) return ["", "For roles of a pipeline, write ci in the config: npx railyard explain ci"];
  const repository = ci.repository.replace(/@\d+/g, "");
  return [
    "",
    `Jobs of ${repository} plan as ${roles.plan},`,
    `and deploy as ${roles.deploy}, from the GitHub environment "${name}" only:`,
    `protect it with reviewers, and allow only ${ci.defaultBranch}.`,
    "Workflows take the roles from the config. One variable tells which environments are deployed:",
    `  gh variable set RAILYARD_ENVIRONMENTS --repo ${repository} --body "${name}"    (all of them, with blanks between)`,
  ];
}
