import { z } from "zod";
import { REPOSITORY_TASK_SOURCES as SOURCES } from "../facts/repository-tasks";
import { key } from "../kernel/key";
import { DAYS } from "../schedule/schema";

/** The CronJob changes; a task that FSx runs goes on. */
const CHANGED = { update: "in-place", updateNote: "A task that FSx is at goes on as it was asked for." } as const;

const when = (start: string) => ({
  days: key(
    z
      .array(z.enum(DAYS))
      .default([...DAYS])
      .refine((days) => new Set(days).size === days.length, "must name each day once"),
    {
      description:
        "Days on which it is made, in UTC. None: only when somebody asks for it, with kubectl create job --from=cronjob/….",
      example: ["sat"],
      ...CHANGED,
    },
  ),
  start: key(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of the day, such as 03:00")
      .default(start),
    {
      description: "When it is made, in UTC. FSx runs one task of a file system at a time: it waits for others.",
      example: "03:00",
      ...CHANGED,
      source: SOURCES.create,
    },
  ),
});

const release = z.strictObject({
  afterDays: key(z.int().min(1).max(3650), {
    description:
      "Contents of files go that nobody has read or written for longer than so many days, and that are in the bucket. Names and metadata stay, and who reads one waits until Lustre has it back.",
    unit: "days",
    example: 30,
    ...CHANGED,
    updateNote: "Fewer days release more at the next task; what is released comes back when somebody reads it.",
    source: SOURCES.releasing,
  }),
  ...when("04:00"),
});

/** Data repository tasks of the linked folder. */
export const tasksSchema = z
  .strictObject({
    release: key(release.optional(), {
      description:
        "Releases contents of files that are in the bucket and that nobody has used for days, so that Lustre does not fill: also data that is no checkpoint. FSx releases nothing that it has not exported.",
      defaultNote: "nothing is released by a task",
      example: { afterDays: 30 },
      ...CHANGED,
      source: SOURCES.release,
    }),
    export: key(z.strictObject(when("02:00")).optional(), {
      description:
        "Exports what is new or has changed, with its metadata, where the link does not do it by itself (export: []).",
      defaultNote: "the link exports by itself",
      example: { days: ["sat"] },
      ...CHANGED,
      source: SOURCES.exports,
    }),
    import: key(z.strictObject(when("01:00")).optional(), {
      description:
        "Imports names and metadata of what is new or has changed in the bucket, where the link does not do it by itself. What is deleted there stays listed.",
      defaultNote: "the link imports by itself",
      example: { start: "01:00" },
      ...CHANGED,
      source: SOURCES.imports,
    }),
  })
  .refine((tasks) => Object.values(tasks).some(Boolean), "must have release, export or import");

/** Tasks with their defaults filled in. */
export type TasksConfig = z.output<typeof tasksSchema>;
