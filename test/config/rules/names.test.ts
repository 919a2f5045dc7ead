import { NAMES_RULES } from "../../../config/rules/names";
import { describeRules } from "../../helpers/rule-pairs";

const group = (name: string) => ({ nodeGroups: { [name]: { instanceType: "m7i.xlarge", nodes: 1 } } });
const team = (name: string) => ({ teams: { [name]: {} } });

describeRules(NAMES_RULES, [
  ...([["system", "the node group for controllers"]] as const).map(([name, what]) => ({
    id: "names/reserved-node-group",
    severity: "error" as const,
    trips: group(name),
    path: ["nodeGroups", name],
    says: [`"${name}" is ${what}`, `call it "${name}-nodes"`],
    passes: group(`${name}-nodes`),
  })),
  ...["default", "kube-system", "kube-anything", "slurm", "monitoring"].map((name) => ({
    id: "names/reserved-team",
    severity: "error" as const,
    trips: team(name),
    path: ["teams", name],
    says: [`"${name}" is a namespace of Kubernetes or of a chart`, `${name}-team`],
    passes: team(`${name.replace("kube-", "")}-team`),
  })),
  {
    id: "names/reserved-team",
    severity: "error",
    trips: team("root"),
    path: ["teams", "root"],
    says: ['"root" is the root account of Slurm'],
    passes: team("roots"),
  },
]);
