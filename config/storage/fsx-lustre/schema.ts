import { z } from "zod";
import { key } from "../../kernel/key";
import { lustreSchema } from "./lustre-schema";
import { mountPathSchema, teamsKey } from "../common";

const own = {
  kind: z.literal("fsx-lustre"),
  mountPath: key(mountPathSchema.optional(), {
    description: "Where nodes and pods see the file system.",
    defaultNote: "its name: /fast for a file system fast",
    update: "drains",
  }),
  teams: teamsKey,
};

const [scratch2, persistent1Ssd, persistent1Hdd, persistent2Ssd, intelligentTiering] = lustreSchema.options;

/** A file system of FSx for Lustre as a volume of `storage`: the keys of `lustre`, mounted at a folder of its name. */
export const fsxLustreSchema = z.discriminatedUnion("deployment", [
  scratch2.extend(own),
  persistent1Ssd.extend(own),
  persistent1Hdd.extend(own),
  persistent2Ssd.extend(own),
  intelligentTiering.extend(own),
]);

export type FsxLustreConfig = z.output<typeof fsxLustreSchema>;
