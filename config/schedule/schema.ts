import { z } from "zod";
import { key } from "../kernel/key";

/** Days as cron counts them: Sunday is 0. */
export const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
export type Day = (typeof DAYS)[number];

const SCHEDULED = "https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-scheduled-scaling.html";

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of the day, such as 08:00 or 19:30");

const timeZone = z
  .string()
  .refine(isTimeZone, { error: "must be a time zone of the IANA database, such as Europe/Zurich or Etc/UTC" });

/** Hours in which nodes run. Outside of them node groups have no nodes. */
export const scheduleSchema = z.strictObject({
  timezone: key(timeZone, {
    description: "Time zone of the hours, as the IANA database names it; the hours follow its clock changes.",
    example: "Europe/Zurich",
    update: "in-place",
    source: SCHEDULED,
  }),
  days: key(
    z
      .array(z.enum(DAYS))
      .min(1)
      .default(["mon", "tue", "wed", "thu", "fri"])
      .refine((days) => new Set(days).size === days.length, "must name each day once"),
    {
      description: "Days on which nodes are started.",
      example: ["mon", "tue", "wed", "thu", "fri"],
      update: "in-place",
    },
  ),
  start: key(timeOfDay, {
    description: "When nodes are started on such a day; GPU machines need some minutes more to be ready.",
    example: "08:00",
    update: "in-place",
  }),
  end: key(timeOfDay, {
    description:
      "When nodes go: on such a day, or on the next one where it is a time before start. Slurm starts no job that would not be done by then; one that runs all the same is stopped and queued again.",
    example: "19:00",
    update: "in-place",
  }),
  nodeGroups: key(z.array(z.string()).min(1).optional(), {
    description: "Node groups that follow the hours. System nodes never do.",
    defaultNote: "all whose capacity is on-demand or spot: reservations and Capacity Blocks are paid for anyway",
    example: ["h100"],
    update: "in-place",
    updateNote:
      "A group that joins has no nodes from the next end on. One that leaves has all of them again with the apply. Fewer nodes than run at the time must first be set by hand (aws eks update-nodegroup-config); outside of the hours they need not.",
  }),
  drainMinutes: key(z.int().min(5).max(240).default(15), {
    description: "How long before the end jobs must be done, and nodes take no more of them.",
    unit: "minutes",
    update: "in-place",
  }),
  pausedUntil: key(z.iso.date({ error: "must be a day, such as 2026-12-24" }).optional(), {
    description:
      "Last day, in the time zone, on which nobody is switched off or on: for a run through the night. Nodes that are off when it is written stay off. Slurm gives back what it has reserved for the same evening some minutes after the apply.",
    defaultNote: "the hours hold every day",
    example: "2026-12-24",
    update: "in-place",
  }),
});

/** Auto Scaling and Kubernetes take a name as the database writes it; Intl takes it in any case. */
function isTimeZone(name: string): boolean {
  // offsets such as +01:00 are legal for Intl, but no names of the database
  if (!/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}
