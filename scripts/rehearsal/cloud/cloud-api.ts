import type { Attributes } from "../value";

/** Something that is there in the pretended cloud. */
export interface CloudObject {
  /** Terraform's type, also for what no state has: `aws_security_group`. */
  readonly type: string;
  readonly id: string;
  readonly attributes: Attributes;
}

/** What a resource type sees of the pretended cloud and of the provider's configuration. */
export interface CloudApi {
  /** Account of the environment, 12 digits. */
  readonly account: string;
  /** Region of the provider. */
  readonly region: string;
  /** `aws`, `aws-us-gov` or `aws-cn`. */
  readonly partition: string;
  /** All objects of a type. */
  readonly all: (type: string) => readonly CloudObject[];
  readonly get: (type: string, id: string) => CloudObject | undefined;
  /**
   * Hexadecimal digits that are the same in every run for the same type, content and number of such objects made
   * before, and differ otherwise. @param length at most 40 @param purpose tells several of one object apart
   */
  readonly hex: (length: number, purpose?: string) => string;
  /** `arn:<partition>:<service>:<region>:<account>:<resource>` */
  readonly arn: (service: string, resource: string) => string;
  /** The same without Region, as IAM has it. */
  readonly globalArn: (service: string, resource: string) => string;
  /** A fixed time, as the API would write it: `2026-01-01T00:00:00Z`. */
  readonly now: string;
}
