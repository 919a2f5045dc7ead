import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";
import type { Review } from "../../scripts/review/model";
import { review } from "../../scripts/review/review";
import { NOW, sample } from "../helpers/environment";
import { planOf, updated, type Planned } from "../helpers/plan";
import { describePicture, reviewPicture, type Theme } from "../helpers/readme-picture";
import { shipped, synthStacks } from "../helpers/stacks";

/** Pictures of the README, drawn by the product. `UPDATE_PICTURES=1 npx jest test/docs` draws them anew. */
const FOLDER = join(__dirname, "../../docs/pictures");
const MOST_BYTES = 60_000;
const THEMES: readonly Theme[] = ["light", "dark"];

const research = shipped().find(({ resolved }) => resolved.name === "research");
if (!research) throw new Error("research is one of the shipped environments");
const before = research.resolved;

/** Fewer nodes and a larger file system: what is planned follows from both syntheses. */
function changed(): Review {
  const after = sample({ nodeGroups: { h100: { nodes: 12 } }, lustre: { capacityGiB: 57600 } }, NOW, {
    ...research?.config,
  }).env;
  return review({
    environment: before.name,
    before,
    after,
    config: [],
    stacks: Object.entries(differences(before, after)).map(([role, changes]) =>
      planOf(`${before.name}-${role}`, ...changes),
    ),
    asked: "rehearsal",
    acknowledgements: [],
    now: NOW,
  });
}

/** Updates of the resources whose synthesized arguments differ, by stack. */
function differences(old: AwsEnvironment, next: AwsEnvironment): Record<string, Planned[]> {
  const [was, will] = [synthStacks(old), synthStacks(next)];
  const found: Record<string, Planned[]> = {};
  for (const [role, stack] of Object.entries(was)) {
    for (const [type, resources] of Object.entries((stack.resource ?? {}) as Record<string, Record<string, object>>)) {
      for (const [name, values] of Object.entries(resources)) {
        const other = (will[role]!.resource as Record<string, Record<string, object>>)[type]?.[name] ?? {};
        if (JSON.stringify(values) === JSON.stringify(other)) continue;
        (found[role] ??= []).push(updated(`${type}.${name}`, planValues(values), planValues(other)));
      }
    }
  }
  return found;
}

/** A plan has blocks as lists. */
const planValues = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, key === "scaling_config" ? [value as unknown] : value]),
  );

describe.each(THEMES)("in %s", (theme) => {
  test.each([
    ["describe", () => describePicture(before, theme)],
    ["review", () => reviewPicture(changed(), theme)],
  ])("docs/pictures has %s as the product draws it now", (name, draw) => {
    const file = join(FOLDER, `${name}-${theme}.svg`);
    const drawn = draw();
    if (process.env["UPDATE_PICTURES"] === "1") {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(file, drawn);
    }
    expect({ drawn: drawn === readFileSync(file, "utf8"), update: "UPDATE_PICTURES=1 npx jest test/docs" }).toEqual({
      drawn: true,
      update: "UPDATE_PICTURES=1 npx jest test/docs",
    });
    expect(statSync(file).size).toBeLessThan(MOST_BYTES);
    expect(drawn).not.toMatch(/light-dark\(|undefined|NaN|<script|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
  });
});

test("the README shows each of them, for both themes", () => {
  const text = readFileSync(join(FOLDER, "../../README.md"), "utf8");
  for (const name of ["describe", "review"])
    for (const theme of THEMES) expect(text).toContain(`docs/pictures/${name}-${theme}.svg`);
});
