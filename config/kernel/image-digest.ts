import { z } from "zod";

/** An image of somebody's own registry by its digest: what runs is what was built. */
export const digested = z
  .string()
  .max(400)
  .regex(
    /^[a-z0-9-]+(\.[a-z0-9-]+)*(\.[a-z0-9-]+|:\d{1,5})(\/[a-z0-9]+([._-]+[a-z0-9]+)*)+(:[A-Za-z0-9_][\w.-]{0,127})?@sha256:[0-9a-f]{64}$/,
    'must be a registry, a path and a digest, such as "registry.example.com/railyard@sha256:…" with 64 of 0-9a-f',
  );
