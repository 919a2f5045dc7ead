import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOG, catalogType, replacedBy, statefulType } from "../../../scripts/catalog/catalog";
import { SWEEPS } from "../../../scripts/orphans/find-orphans";
import { KINDS } from "../../../scripts/rehearsal/kinds";
import { madeTypes } from "../../helpers/made-types";
import { missingInCatalog } from "../../helpers/missing-in-catalog";
import { ROOT } from "../../helpers/process";
import { shipped, synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const TYPES = join(ROOT, "scripts", "catalog", "types");

test("every type that a stack can have is there, with all that is asked of it", () => {
  expect([...madeTypes(), "helm_release", "terraform_data"].flatMap(missingInCatalog)).toEqual([]);
});

test("a type that nobody looked up is told", () => {
  expect(missingInCatalog("aws_made_up")).toEqual(["aws_made_up: it has no file in scripts/catalog/types"]);
  expect(missingInCatalog("aws_rds_cluster")).toEqual([
    "aws_rds_cluster.replacedBy",
    "aws_rds_cluster: it has no IAM actions",
  ]);
});

test("a type stands in one file, which is called as one of its types is", () => {
  const files = readdirSync(TYPES);
  const typesIn = (file: string) =>
    [...readFileSync(join(TYPES, file), "utf8").matchAll(/^ {2}([a-z0-9_]+): \{$/gm)].map(([, type = ""]) => type);
  const all = files.flatMap(typesIn);
  expect(new Set(all).size).toBe(all.length);
  expect([...all].sort()).toEqual([...CATALOG.keys()].sort());
});

test("what a stack protects holds data or jobs, or is what others stand on", () => {
  const types = new Set<string>();
  for (const { resolved } of shipped())
    for (const stack of Object.values(synthStacks(resolved)))
      for (const [type, byName] of Object.entries<Record<string, Json>>(stack.resource ?? {})) {
        expect(missingInCatalog(type)).toEqual([]);
        const all = Object.values(byName);
        if (type !== "terraform_data" && all.some(({ lifecycle }) => lifecycle?.prevent_destroy)) types.add(type);
      }
  expect(types.size).toBeGreaterThan(5);
  expect([...types].filter((type) => statefulType(type) === null)).toEqual([]);
});

test("what is a part of another is a part of one that is there", () => {
  const owners = [...CATALOG.values()].flatMap(({ orphan }) => (orphan.by === "part" ? [orphan.of] : []));
  expect(owners.length).toBeGreaterThan(10);
  expect(owners.filter((type) => !CATALOG.has(type))).toEqual([]);
});

test("orphans are asked for as the catalogue says", () => {
  const swept = [...CATALOG.values()].flatMap(({ orphan }) => (orphan.by === "sweep" ? [orphan.what] : []));
  expect(SWEEPS.map(({ what }) => what).sort()).toEqual([...swept, "tagged resources"].sort());
});

test("both types of an object of Kubernetes are the same", () => {
  expect(statefulType("kubernetes_namespace")).toEqual(statefulType("kubernetes_namespace_v1"));
  expect(statefulType("kubernetes_namespace")?.holds).toBe("jobs");
  expect(statefulType("kubernetes_persistent_volume_claim_v1")?.holds).toBe("data");
  expect(catalogType("constructor")).toBeNull();
});

test("the rehearsal replaces by the same arguments", () => {
  for (const [type, { forcesNew }] of Object.entries(KINDS)) {
    expect(catalogType(type)?.replacedBy ?? type).toEqual(forcesNew);
    expect(replacedBy(type)).toBe(forcesNew);
  }
});
