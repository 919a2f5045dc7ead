import type { Refusal } from "./resource-kind";

/** An argument that CloudWatch Logs or EKS does not take. */
export const invalidParameter = (message: string, source: string): Refusal => ({
  code: "InvalidParameterException",
  message,
  source,
});

/** A request that EFS or FSx does not take. */
export const badRequest = (message: string, source: string): Refusal => ({ code: "BadRequest", message, source });
