import { z } from "zod";
import { key } from "../kernel/key";

/** A day, or a moment in UTC. */
const moment = z
  .string()
  .refine((text) => z.iso.date().safeParse(text).success || z.iso.datetime().safeParse(text).success, {
    error: "must be a day or a moment in UTC, such as 2026-12-31 or 2026-12-31T18:00:00Z",
  });

/** How long an environment is meant to live. */
export const lifetimeSchema = z.strictObject({
  expires: key(moment, {
    description:
      "When the environment has had its time: a day, which means its end in UTC, or a moment. At that moment all node groups lose their nodes; everything else stays until you destroy it. Also the tag `railyard:expires`, on all but the cluster and its nodes.",
    example: "2026-12-31",
    update: "in-place",
    updateNote:
      "No node is replaced for it. After it has passed, a later one brings the nodes back, those of a schedule at its next start. A group with a range of nodes must first be given its least number by hand (aws eks update-nodegroup-config): EKS refuses a least size above the present one.",
  }),
});
