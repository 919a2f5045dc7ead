import { listed } from "../../../../config/kernel/listed";
import { ClusterApi } from "../../../lib/kubernetes/cluster-api";
import { deploymentCheck } from "../../../verify/cluster/deployment";
import type { StatusPart } from "../part";

/** What is the same of several, such as nodes, is one line. */
function together(texts: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const text of texts) {
    const [, of = "", what = text] = /^(\S+) (.*)$/s.exec(text) ?? [];
    groups.set(what, [...(groups.get(what) ?? []), of]);
  }
  return [...groups].map(([what, of]) => (of.length === 1 ? `${of[0]} ${what}`.trim() : `${listed(of, 3)}: ${what}`));
}

/** Whether what config asks for in the cluster is there. What Terraform would change in AWS takes a plan, which `diff` makes. */
export const DEPLOYED: StatusPart = {
  id: "deployed",
  title: "Drift",
  absent: () => null,
  ask: async ({ environment, api }) => deploymentCheck(environment).ask(new ClusterApi(await api())),
  read: (answer, { environment }) => {
    const { status, findings, figures, unknown = [] } = deploymentCheck(environment).judge(answer);
    const ready = figures[0];
    return {
      state: status === "failed" ? "attention" : status === "measured" ? "unknown" : "well",
      line: `${ready ? `${ready.value} of ${ready.floor?.value ?? "unknown"} releases as config has them` : "unknown"}; Terraform: npx railyard diff ${environment.name}`,
      details: [...together(findings.map(({ text }) => text)), ...unknown.map((text) => `unknown: ${text}`)],
    };
  },
};
