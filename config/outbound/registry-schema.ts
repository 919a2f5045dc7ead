import { z } from "zod";

/** Host of a registry, as images name it; `*` is for all others. */
export const registrySchema = z
  .string()
  .regex(
    /^(\*|[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?)$/,
    'must be the host of a registry, such as "docker.io", or "*" for all others',
  );

/** A host and a path, as images begin with them. */
export const mirrorSchema = z
  .string()
  .max(200)
  .regex(
    /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*$/,
    'must be a host and a path, such as "111122223333.dkr.ecr.us-east-1.amazonaws.com/docker-hub", without https:// and a slash at the end',
  );
