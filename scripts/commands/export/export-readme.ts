import type { ExportedStack } from "./export";

/** First line of the README of every export, by which an earlier one is known. */
export const MARK = "<!-- Written by railyard export. -->";

export interface ReadmeProps {
  readonly environment: string;
  readonly stacks: readonly ExportedStack[];
  /** As in `6.25.0`, by name. */
  readonly providers: Readonly<Record<string, string>>;
  readonly terraform: string;
}

/** How to go on with an exported environment, without CDKTF and without this repository. */
export function exportReadme({ environment, stacks, providers, terraform }: ReadmeProps): string {
  const rows = stacks.map(
    ({ name, state, dependencies }) => `| \`${name}\` | \`${state}\` | ${dependencies.join(", ") || "–"} |`,
  );
  const pins = Object.entries(providers).map(([name, version]) => `hashicorp/${name} ${version}`);
  const local = stacks.filter(({ state }) => !state.startsWith("s3://"));
  return `${MARK}

# ${environment}, as plain Terraform

The stacks of ${environment} in HCL: the same resources at the same addresses, with the same state. They need
Terraform ${terraform} and the AWS CLI; Node, CDKTF and the repository that they came from are not needed any more.

## Stacks, in the order in which they are applied

| stack | state | comes after |
| ----- | ----- | ----------- |
${rows.join("\n")}

Destroy in the reverse order.

## Going on

1. Take one stack after the other, from the top:

   \`\`\`sh
   cd ${stacks[0]?.name ?? ""}
   terraform init
   terraform plan
   \`\`\`

   **Every plan must say "No changes".** A plan that does not was exported from a configuration that was not deployed yet,
   or somebody has changed the cloud: deploy it from the old repository first, and export again.
2. Commit the folder, with the \`.terraform.lock.hcl\` that init writes.
3. From then on change the HCL, and nothing in the old repository: two configurations of one state undo each other.

- **Backend.** Each stack has its own state, where it always was. Nothing is migrated.${localText(local)}
- **Providers** are pinned to what the stacks were made for: ${pins.join(", ")}.
  A newer one is a change of its own: raise \`required_providers\` in \`terraform.tf\`, \`terraform init -upgrade\`, and read
  the plan.
- **What stacks hand on** are outputs, which later stacks read with \`terraform_remote_state\` (\`data.tf\`). An output that is
  renamed breaks them until both are applied.
- **Names** such as \`group-h100_node-group_A66076D2\` are addresses in the state. Give better ones with a \`moved\` block
  for each: without it, Terraform would delete the resource and make another.
- **Credentials**: AWS for all of them, of the account in \`allowed_account_ids\`; any other is refused. Stacks with a \`helm\`
  provider run \`aws eks get-token\`, and must reach the Kubernetes API.
- \`prevent_destroy\` stays on what holds data. \`assets/\` has the charts that are ours; Helm reads them from there.

## What stays behind

The rules that told mistakes before a plan, the facts that numbers came from, the rehearsal, the review and the generated
files of Slurm: they are text now, as of this export.
`;
}

function localText(local: readonly ExportedStack[]): string {
  if (local.length === 0) return "";
  const names = local.map(({ name }) => `\`${name}\``).join(", ");
  const verb = local.length === 1 ? "keeps its state in a file" : "keep their state in files";
  return (
    `\n  ${names} ${verb}, by a path that is relative to the stack's folder: when the folder moves,` +
    "\n  move the file too, and correct `path` in `terraform.tf` (and in `data.tf` of those that read it)."
  );
}
