import { limitSections, qosSheets, teamSheets } from "../../../../scripts/commands/describe/limits";
import { sample } from "../../../helpers/environment";
import { POLICIES } from "../../../helpers/slurm-policies";

const sectionsOf = (change: object) => {
  const { env } = sample(change as never);
  return limitSections(teamSheets(env), qosSheets(env));
};
const rowOf = (sections: ReturnType<typeof sectionsOf>, title: string, name: string) =>
  sections.find((section) => section.title === title)?.rows.find(([first]) => first === name);

describe("limits in a description", () => {
  const sections = sectionsOf(POLICIES);

  test("say of a team what is left to it, and of one without a quota whose it uses", () => {
    expect(rowOf(sections, "Teams", "research")).toEqual([
      "research",
      "–",
      "300",
      "24 (24 h100)",
      "–",
      "4,000",
      "all",
      "–",
      "ada",
    ]);
    expect(rowOf(sections, "Teams", "vision")).toEqual([
      "vision",
      "research",
      "2",
      "8",
      "8",
      "no limit",
      "all",
      "urgent",
      "–",
    ]);
    expect(rowOf(sections, "Teams", "speech")?.[3]).toBe("those of research");
    expect(rowOf(sections, "Teams", "interns")?.[6]).toBe("small, prep");
  });

  test("list QOS from the lowest on, with the limits that each has", () => {
    expect(sections[1]?.rows.map(([name]) => name)).toEqual(["scavenger", "standard", "debug", "urgent", "high"]);
    expect(rowOf(sections, "QOS", "urgent")?.[3]).toContain("gpus 16; gpusPerUser 8 h100; gpusPerTeam 8");
  });

  test("are left out where there is no team, or no Slurm", () => {
    expect(sectionsOf({ teams: { vision: null } })).toEqual([]);
    expect(sectionsOf({ slurm: null })).toEqual([]);
  });
});
