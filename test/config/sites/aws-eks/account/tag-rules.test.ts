import { TAGS_RULES } from "../../../../../config/sites/aws-eks/account/tag-rules";
import { ruleCases } from "../../../../helpers/rule-cases";

const tags = (count: number) => ({
  extraTags: Object.fromEntries(Array.from({ length: count }, (_, i) => [`tag-${i}`, "x"])),
});
const keys = (...names: string[]) => ({ extraTags: Object.fromEntries(names.map((name) => [name, "x"])) });

ruleCases(TAGS_RULES, {
  "tags/limit": {
    severity: "error",
    trips: [
      {
        change: tags(40),
        at: ["extraTags"],
        message: ["40 extra tags and 11 of EKS and Railyard are more than the 50"],
        fix: ["keep 39 at most"],
      },
    ],
    passes: [{ change: tags(39) }],
  },
  "tags/key-characters": {
    severity: "error",
    trips: [
      {
        change: keys("cost center", "cost#center"),
        at: ["extraTags", "cost#center"],
        message: ['the tag key "cost#center"'],
        fix: ['write "cost-center"'],
      },
    ],
    passes: [{ change: keys("cost center", "a_b.c:d/e=f+g-h@i", "größe") }],
  },
  "tags/case": {
    severity: "error",
    trips: [
      {
        change: keys("Project", "project"),
        at: ["extraTags", "project"],
        message: ['"project" and "Project" for one'],
        fix: ["rename or remove"],
      },
      { change: keys("name"), at: ["extraTags", "name"], message: ['"name" and "Name" for one'] },
      { change: keys("Name"), at: ["extraTags", "Name"], fix: ["every resource gets a Name of its own"] },
    ],
    passes: [{ change: keys("project", "projects") }, { change: keys("names") }, { change: {} }],
  },
});
