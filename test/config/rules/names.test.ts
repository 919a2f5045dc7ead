import { NAMES_RULES } from "../../../config/rules/names";
import { ruleCases } from "../../helpers/rule-cases";

const group = (name: string) => ({ nodeGroups: { [name]: { instanceType: "m7i.xlarge", nodes: 1 } } });
const team = (name: string) => ({ teams: { [name]: {} } });
const NAMESPACES = ["default", "kube-system", "kube-anything", "slurm", "monitoring"];

ruleCases(NAMES_RULES, {
  "names/reserved-node-group": {
    severity: "error",
    trips: [
      {
        change: group("system"),
        at: ["nodeGroups", "system"],
        says: ['"system" is the node group for controllers'],
        fix: ['call it "system-nodes"'],
      },
    ],
    passes: [{ change: group("system-nodes") }],
  },
  "names/reserved-team": {
    severity: "error",
    trips: [
      ...NAMESPACES.map((name) => ({
        change: team(name),
        at: ["teams", name],
        says: [`"${name}" is a namespace of Kubernetes or of a chart`],
        fix: [`${name}-team`],
      })),
      { change: team("root"), at: ["teams", "root"], says: ['"root" is the root account of Slurm'] },
    ],
    passes: [
      ...NAMESPACES.map((name) => ({
        change: team(`${name.replace("kube-", "")}-team`),
      })),
      { change: team("roots") },
    ],
  },
});
