import { z } from "zod";
import { key, nameSchema } from "../kernel/key";

const RESERVATIONS = "https://slurm.schedmd.com/reservations.html";

const moment = z.iso.datetime({
  offset: true,
  error: "must be a moment with Z or an offset, such as 2026-12-01T06:00:00Z or 2026-12-01T07:00:00+01:00",
});

const maintenance = z.strictObject({
  kind: z.literal("maintenance"),
  start: key(moment, {
    description: "From when on no job may run: jobs whose time limit reaches beyond it are not started.",
    example: "2026-12-01T06:00:00Z",
    update: "in-place",
  }),
  end: key(moment, {
    description: "When jobs run again.",
    example: "2026-12-01T12:00:00Z",
    update: "in-place",
  }),
  partition: key(z.string().optional(), {
    description: "Partition whose nodes are kept free.",
    defaultNote: "all nodes",
    update: "in-place",
  }),
});

const teams = z.strictObject({
  kind: z.literal("teams"),
  partition: key(z.string(), {
    description: "Partition whose nodes are for the teams alone.",
    example: "h200",
    update: "in-place",
  }),
  teams: key(z.array(nameSchema(30)).min(1), {
    description: "Teams whose jobs run there, those below them too, without asking for the reservation.",
    example: ["vision"],
    update: "in-place",
  }),
  start: key(moment.optional(), {
    description: "From when on.",
    defaultNote: "the start of the Capacity Blocks that the partition's nodes are in",
    update: "in-place",
  }),
  end: key(moment.optional(), {
    description: "Until when.",
    defaultNote: "when the nodes go, 40 minutes before their Capacity Blocks end, or an hour for UltraServers",
    update: "in-place",
  }),
});

/** Time in which nodes of Slurm are for nobody, or for some teams alone. */
export const reservationSchema = z.discriminatedUnion("kind", [maintenance, teams]);

/** By name. */
export const reservationsSchema = key(z.record(nameSchema(30), reservationSchema).default({}), {
  description:
    "Reservations in Slurm, by name: maintenance, in which nothing runs, or nodes for some teams alone, such as a Capacity Block that one of them bought. Those that people made by hand stay.",
  example: {
    upgrade: { kind: "maintenance", start: "2026-12-01T06:00:00Z", end: "2026-12-01T12:00:00Z" },
  },
  update: "in-place",
  updateNote: "Jobs that run go on. A reservation that is taken out ends at once.",
  source: RESERVATIONS,
});
