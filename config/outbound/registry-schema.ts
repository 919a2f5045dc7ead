import { z } from "zod";

/** 1 to 65535. */
export const PORT = String.raw`(6553[0-5]|655[0-2]\d|65[0-4]\d{2}|6[0-4]\d{3}|[1-5]\d{4}|[1-9]\d{0,3})`;

/** Host of a registry, as images name it; `*` is for all others. */
export const registrySchema = z
  .string()
  .regex(
    new RegExp(String.raw`^(\*|[a-z0-9-]+(\.[a-z0-9-]+)*(:${PORT})?)$`),
    'must be the host of a registry, such as "docker.io", or "*" for all others',
  );

/** A host and a path, as images begin with them. */
export const mirrorSchema = z
  .string()
  .max(200)
  .regex(
    new RegExp(String.raw`^[a-z0-9-]+(\.[a-z0-9-]+)*(:${PORT})?(/[a-z0-9]+([._-]+[a-z0-9]+)*)*$`),
    'must be a host and a path, such as "111122223333.dkr.ecr.us-east-1.amazonaws.com/docker-hub", without https:// and a slash at the end',
  );
