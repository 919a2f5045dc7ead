import { z } from "zod";
import { key } from "../kernel/key";

const name = (what: string) =>
  z
    .string()
    .max(255)
    .regex(/^[A-Za-z0-9_.-]+$/, `must be the name of ${what}: letters, digits and _ . -`);

/** Text that lies in a file of JSON and nowhere else: no line breaks, and nothing that does not show. */
const path = z
  .string()
  .max(1024)
  .regex(/^[^\p{C}]+$/u, "must be a path without line breaks");

/** Who says which version of a dataset there is. */
export const versionSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("dvc"),
    file: key(path, {
      description: "The .dvc file or dvc.lock of DVC, as the processes of a training see it.",
      example: "/home/ada/data/imagenet.dvc",
      update: "none",
      source: "https://dvc.org/doc/user-guide/project-structure/dvc-files",
    }),
    out: key(path.optional(), {
      description: "Which of its outs, by its path.",
      defaultNote: "the only one",
      update: "none",
    }),
  }),
  z.strictObject({
    kind: z.literal("delta"),
    table: key(
      z
        .string()
        .max(512)
        .regex(
          /^([A-Za-z0-9_=@+][A-Za-z0-9_.=@+-]*\/)*$/,
          "must be empty, or names with a slash after each, such as events/ or bronze/events/",
        )
        .default(""),
      {
        description: "Folder of the Delta table below the place of the dataset; empty: the place itself.",
        example: "events/",
        update: "none",
        source: "https://github.com/delta-io/delta/blob/master/PROTOCOL.md",
      },
    ),
  }),
  z.strictObject({
    kind: z.literal("glue"),
    database: key(name("a database of Glue"), { description: "Database in the catalogue.", update: "in-place" }),
    table: key(name("a table of Glue"), {
      description:
        "Table in the catalogue. Of one of Iceberg its newest metadata is the version; of others that of its definition, which stays when files come.",
      update: "in-place",
      source: "https://docs.aws.amazon.com/glue/latest/dg/aws-glue-api-catalog-tables.html",
    }),
  }),
]);

export type DatasetVersion = z.output<typeof versionSchema>;
