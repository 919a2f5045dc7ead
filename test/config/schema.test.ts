import type { awsEksSchema } from "../../config/sites/aws-eks/schema";
import { z } from "zod";
import type { AwsEksInput } from "../../config/environment-input";
import { environmentSchema } from "../../config/schema";
import { metaAt } from "../../config/kernel/schema-at";
import { hoverText } from "../../scripts/lib/environments/config-schema";
import { runProgram } from "../helpers/process";

/** Every key of the schema with its path and its JSON Schema, through all choices. */
function keys(schema: Record<string, unknown>, path = ""): [path: string, schema: Record<string, unknown>][] {
  const found: [string, Record<string, unknown>][] = [];
  const children = (schema.properties ?? {}) as Record<string, Record<string, unknown>>;
  for (const [name, child] of Object.entries(children)) {
    found.push([`${path}.${name}`, child], ...keys(child, `${path}.${name}`));
  }
  for (const option of [...((schema.oneOf ?? []) as object[]), ...((schema.anyOf ?? []) as object[])]) {
    found.push(...keys(option as Record<string, unknown>, path));
  }
  for (const inner of ["items", "additionalProperties"]) {
    if (typeof schema[inner] === "object") found.push(...keys(schema[inner] as Record<string, unknown>, `${path}[]`));
  }
  return found;
}

const json = z.toJSONSchema(environmentSchema, { io: "input" }) as Record<string, unknown>;
const all = keys(json).filter(([, schema]) => schema.const === undefined && !isKind(schema));

/** The discriminator of a choice explains itself by its values. */
function isKind(schema: Record<string, unknown>): boolean {
  return (
    schema.const !== undefined || (schema.type === "string" && schema.description === undefined && "default" in schema)
  );
}

test("there are many keys to look at", () => expect(all.length).toBeGreaterThan(120));

test.each(all)("%s has a description and an update policy", (_, schema) => {
  expect(schema.description).toMatch(/^\S.{9,}\.$/s);
  expect(["none", "in-place", "rolling", "drains", "replaces", "forbidden"]).toContain(schema["x-update"]);
});

test.each(all.filter(([, schema]) => ["replaces", "forbidden"].includes(String(schema["x-update"]))))(
  "%s, which cannot simply be changed, never says that it can",
  (_, schema) => expect(hoverText(schema)).toMatch(/destroys what is there|is refused/),
);

test("the generated files are up to date", () => {
  expect(runProgram("scripts/railyard.ts", ["schema", "--check"])).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("an unknown argument of the schema command is told", () => {
  const { code, stderr } = runProgram("scripts/railyard.ts", ["schema", "--chek"]);
  expect(code).toBe(1);
  expect(stderr).toContain("there is no option --chek; did you mean --check?");
});

test("the generated type and the schema accept the same environments", () => {
  // checked by the compiler: either line fails to compile when the two differ
  const toSchema = (input: AwsEksInput): z.input<typeof awsEksSchema> => input;
  const toType = (input: z.input<typeof awsEksSchema>): AwsEksInput => input;
  expect([toSchema, toType]).toHaveLength(2);
});

test("metadata is found by the path of a key", () => {
  expect(metaAt(environmentSchema, ["nodeGroups", "any", "rootVolumeGiB"])).toMatchObject({ "x-unit": "GiB" });
  expect(metaAt(environmentSchema, ["network", "flowLogDays"])).toMatchObject({ "x-unit": "days" });
  expect(metaAt(environmentSchema, ["no", "such", "key"])).toBeUndefined();
});

test("a hover tells unit, default, policy, example and source", () => {
  expect(
    hoverText({
      description: "Size.",
      "x-unit": "GiB",
      default: 200,
      "x-update": "rolling",
      "x-update-note": "At night.",
      examples: [7],
      "x-source": "https://example.com",
    }),
  ).toBe(
    "Size.\n\nUnit: GiB\n\nDefault: 200\n\nChanging it replaces nodes one after another, and jobs on them end, unless railyard deploy applies it: it drains them in Slurm first. At night.\n\nExample: 7\n\nSee https://example.com",
  );
  expect(hoverText({})).toBeUndefined();
});
