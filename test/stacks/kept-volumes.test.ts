import { sample } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";

const stacks = synthStacks(sample().env);
const valuesOf = (json: Json): Json[] =>
  Object.values(json.resource.helm_release as Record<string, Json>).flatMap(({ values = [] }) =>
    (Array.isArray(values) ? values : [values]).map((value: string) =>
      value.startsWith("{") ? JSON.parse(value) : value,
    ),
  );

test("the volume of the accounting database outlives its claim", () => {
  const classes = JSON.stringify(valuesOf(stacks["platform"]!));
  expect(classes).toMatch(/"name":"gp3-retained"/);
  expect(classes).toMatch(/"reclaimPolicy":"Retain"/);
  const database = valuesOf(stacks["slurm"]!)
    .flatMap(({ objects = [] }) => objects as Json[])
    .find(({ kind }) => kind === "MariaDB");
  expect(database?.spec.storage.storageClassName).toBe("${local.platform_retained_storage_class_name}");
});

test("a database that is there keeps its class, which its operator lets nobody change", () => {
  const release = valuesOf(stacks["slurm"]!).find(({ keep }) => keep !== undefined);
  const database = (release!.objects as Json[]).find(({ kind }) => kind === "MariaDB")!;
  expect(release?.keep).toEqual([
    {
      apiVersion: database.apiVersion,
      kind: database.kind,
      name: database.metadata.name,
      path: ["spec", "storage", "storageClassName"],
    },
  ]);
  expect(database.metadata.namespace).toBe(
    Object.values(stacks["slurm"]!.resource.helm_release as Record<string, Json>).find(
      ({ name }) => name === database.metadata.name,
    )?.namespace,
  );
});

test("one class alone is that of claims that name none", () => {
  const text = JSON.stringify(valuesOf(stacks["platform"]!));
  expect(text.match(/is-default-class":"true"/g)).toHaveLength(1);
});
