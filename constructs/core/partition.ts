/** Partition of AWS; part of every ARN. */
export type Partition = "aws" | "aws-us-gov" | "aws-cn";
