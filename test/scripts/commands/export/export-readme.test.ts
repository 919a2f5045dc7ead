import type { ExportedStack } from "../../../../scripts/commands/export/export";
import { exportReadme, MARK } from "../../../../scripts/commands/export/export-readme";

const stack = (name: string, state: string, dependencies: string[] = []): ExportedStack => ({
  name,
  state,
  dependencies,
  resources: 1,
  files: ["main.tf"],
});

const readme = (...stacks: ExportedStack[]) =>
  exportReadme({ environment: "dev", stacks, providers: { aws: "6.25.0", helm: "3.1.1" }, terraform: ">= 1.11.0" });

test("begins with what tells an export", () => {
  expect(readme(stack("dev-network", "s3://b/k")).startsWith(`${MARK}\n`)).toBe(true);
});

test("tells order, states and what reads what", () => {
  const text = readme(
    stack("dev-network", "s3://b/network.tfstate"),
    stack("dev-cluster", "s3://b/c", ["dev-network"]),
  );
  expect(text).toContain(
    "| `dev-network` | `s3://b/network.tfstate` | – |\n| `dev-cluster` | `s3://b/c` | dev-network |",
  );
  expect(text).toContain("cd dev-network\n");
  expect(text).toContain("hashicorp/aws 6.25.0, hashicorp/helm 3.1.1");
});

test("warns of states that are files, and only of those", () => {
  expect(readme(stack("dev-network", "s3://b/k"))).not.toContain("state in a file");
  expect(readme(stack("dev-bootstrap", "../../b.tfstate"))).toContain("`dev-bootstrap` keeps its state in a file");
  const both = readme(stack("a-bootstrap", "../a.tfstate"), stack("a-network", "../n.tfstate"));
  expect(both).toContain("`a-bootstrap`, `a-network` keep their state in files");
});
