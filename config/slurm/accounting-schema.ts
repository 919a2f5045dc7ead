import { z } from "zod";
import { key, nameSchema } from "../kernel/key";

/** Unquoted identifiers of MySQL and MariaDB: slurmdbd writes the name into its statements as it is. */
const databaseName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
    "must be 1 to 64 letters, digits and underscores, and not begin with a digit",
  );

/** The database behind slurmdbd: in the cluster, or one of somebody's own. */
export const accountingSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("mariadb"),
    storageGiB: key(z.int().min(10).max(1024).default(50), {
      description: "Volume of the database in the cluster.",
      unit: "GiB",
      update: "in-place",
    }),
    recoveryMinutes: key(
      z
        .int()
        .min(5)
        .max(30)
        .refine((minutes) => 60 % minutes === 0, "must divide an hour: 5, 6, 10, 12, 15, 20 or 30")
        .optional(),
      {
        description:
          "How often what has changed since the last dump is brought to the bucket of checkpoints: the database can be put back as it was at any moment of the last week, and a lost volume takes that much of accounting with it at most. The server keeps a log of all changes for it, on its volume, for three days.",
        unit: "minutes",
        example: 10,
        defaultNote: "the dump of every night alone",
        update: "in-place",
        updateNote:
          "The server restarts once when it is switched on or off; slurmctld keeps what it cannot store meanwhile. There is nothing to put back before the next dump.",
        source: "https://mariadb.com/docs/server/server-management/server-monitoring-logs/binary-log",
      },
    ),
  }),
  z.strictObject({
    kind: z.literal("external"),
    host: key(z.string().min(1), { description: "Host name of a MySQL or MariaDB server.", update: "drains" }),
    port: key(z.int().min(1).max(65535).default(3306), { description: "Port of the server.", update: "drains" }),
    secretName: key(nameSchema(63), {
      description:
        "Kubernetes Secret in the slurm namespace; its key `password` is that of the user. The password itself is never in config.",
      update: "drains",
    }),
    user: key(z.string().min(1).default("slurm"), {
      description: "User of slurmdbd on the server, with all rights in the database.",
      update: "drains",
    }),
    database: key(databaseName.default("slurm_acct_db"), {
      description: "Database on the server; slurmdbd makes its tables.",
      update: "drains",
      updateNote: "Another database is empty: usage and limits stay in the old one.",
    }),
  }),
]);
