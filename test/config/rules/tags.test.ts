import { TAGS_RULES } from "../../../config/rules/tags";
import { describeRules } from "../../helpers/rule-pairs";

const tags = (count: number) => ({
  extraTags: Object.fromEntries(Array.from({ length: count }, (_, i) => [`tag-${i}`, "x"])),
});
const keys = (...names: string[]) => ({ extraTags: Object.fromEntries(names.map((name) => [name, "x"])) });

describeRules(TAGS_RULES, [
  {
    id: "tags/limit",
    severity: "error",
    trips: tags(40),
    path: ["extraTags"],
    says: ["40 extra tags and 11 of EKS and Railyard are more than the 50", "keep 39 at most"],
    passes: tags(39),
  },
  {
    id: "tags/key-characters",
    severity: "error",
    trips: keys("cost center", "cost#center"),
    path: ["extraTags", "cost#center"],
    says: ['the tag key "cost#center"', 'write "cost-center"'],
    passes: keys("cost center", "a_b.c:d/e=f+g-h@i", "größe"),
  },
  {
    id: "tags/case",
    severity: "error",
    trips: keys("Project", "project"),
    path: ["extraTags", "project"],
    says: ['"project" and "Project" for one', "rename or remove"],
    passes: keys("project", "projects"),
  },
  {
    id: "tags/case",
    severity: "error",
    trips: keys("name"),
    path: ["extraTags", "name"],
    says: ['"name" and "Name" for one'],
    passes: keys("names"),
  },
  {
    id: "tags/case",
    severity: "error",
    trips: keys("Name"),
    path: ["extraTags", "Name"],
    says: ["every resource gets a Name of its own"],
    passes: {},
  },
]);
