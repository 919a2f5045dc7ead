import { AWS_NAMES_RULES, NAMES_RULES } from "../../../config/names/rules";
import { ruleCases } from "../../helpers/rule-cases";

const group = (name: string) => ({ nodeGroups: { [name]: { instanceType: "m7i.xlarge", nodes: 1 } } });
const team = (name: string) => ({ teams: { [name]: {} } });
const NAMESPACES = ["railyard", "default", "kube-system", "kube-anything", "slurm", "monitoring"];

ruleCases([...NAMES_RULES, ...AWS_NAMES_RULES], {
  "names/environment-start": {
    severity: "error",
    trips: [
      { change: { name: "sg-prod" }, at: ["name"], message: ['"sg-prod"', "security groups"], fix: ["another word"] },
      { change: { name: "sg" }, at: ["name"], message: ['"sg"'] },
      { change: { name: "sthree-x" }, at: ["name"], message: ["S3 keeps sthree-"] },
    ],
    passes: [{ change: { name: "sgi-prod" } }, { change: { name: "prod-sg" } }],
  },
  "names/slurm-words": {
    severity: "error",
    trips: ["all", "default"].map((name) => ({
      change: group(name),
      at: ["nodeGroups", name],
      message: [`"${name}" is a word of slurm.conf`],
      fix: [`"${name}-nodes"`],
    })),
    passes: [{ change: group("all-nodes") }, { when: "them without Slurm", change: { ...group("all"), slurm: null } }],
  },
  "names/reserved-node-group": {
    severity: "error",
    trips: [
      {
        change: group("system"),
        at: ["nodeGroups", "system"],
        message: ['"system" is the node group for controllers'],
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
        message: [`"${name}" is a namespace of Kubernetes or of a chart`],
        fix: [`${name}-team`],
      })),
      { change: team("all"), at: ["teams", "all"], message: ["every account"] },
      { change: team("none"), at: ["teams", "none"], message: ["no account"] },
      { change: team("root"), at: ["teams", "root"], message: ['"root" is the root account of Slurm'] },
    ],
    passes: [
      ...NAMESPACES.map((name) => ({
        change: team(`${name.replace("kube-", "")}-team`),
      })),
      { change: team("roots") },
    ],
  },
});
