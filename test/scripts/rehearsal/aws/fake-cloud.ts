import { createHash } from "node:crypto";
import type { CloudApi, CloudObject } from "../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../scripts/rehearsal/value";

export interface FakeCloudOptions {
  /** What is there already. @default - nothing */
  readonly objects?: readonly CloudObject[];
  /** @default us-west-2 */
  readonly region?: string;
  /** @default 123456789012 */
  readonly account?: string;
  /** @default aws */
  readonly partition?: string;
}

/** A cloud that holds what a test says. Its `hex` tells purposes apart, and nothing else. */
export function fakeCloud(options: FakeCloudOptions = {}): CloudApi {
  const { objects = [], region = "us-west-2", account = "123456789012", partition = "aws" } = options;
  return {
    account,
    region,
    partition,
    now: "2026-01-01T00:00:00Z",
    all: (type) => objects.filter((object) => object.type === type),
    get: (type, id) => objects.find((object) => object.type === type && object.id === id),
    hex: (length, purpose = "id") => createHash("sha1").update(purpose).digest("hex").slice(0, length),
    arn: (service, resource) => `arn:${partition}:${service}:${region}:${account}:${resource}`,
    globalArn: (service, resource) => `arn:${partition}:${service}::${account}:${resource}`,
  };
}

/** An object of the cloud, `id` among its attributes as it is for real. */
export function cloudObject(type: string, id: string, attributes: Attributes = {}): CloudObject {
  return { type, id, attributes: { id, ...attributes } };
}
