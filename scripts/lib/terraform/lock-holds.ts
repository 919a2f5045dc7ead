import { randomUUID } from "node:crypto";
import { DeleteObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { AwsAccess } from "../aws/access";
import { ExpectedError } from "../errors/expected-error";
import { stateFailure } from "./state-failure";

/**
 * Terraform's lock is an object that a store must refuse to write a second time. S3 does; Ceph's gateway (16.2.15) writes over
 * it in a bucket with versions, says nothing, and two people are at one state. So a store that is not AWS's is tried first, with
 * an object of its own beside the states, which goes again.
 * @see https://developer.hashicorp.com/terraform/language/backend/s3#state-locking
 * @throws ExpectedError where the lock would hold nobody off, or the store takes no object
 */
export async function assertLockHolds(environment: SiteEnvironment, aws: AwsAccess): Promise<void> {
  const { state, name } = environment;
  if (state.kind !== "s3-compatible" || !state.lock) return;
  const client = aws.client(S3Client);
  const object = { Bucket: state.bucket, Key: `${name}/lock-check-${randomUUID()}` };
  const put = () => client.send(new PutObjectCommand({ ...object, Body: "railyard", IfNoneMatch: "*" }));
  try {
    await put();
  } catch (error) {
    const { text, fix } = stateFailure(error, "s3:PutObject", environment);
    throw new ExpectedError(
      `Nothing can be written below ${name}/ in ${state.bucket}: ${text.replace(/\.?$/, ".")} ${fix}`,
    );
  }
  try {
    await put();
  } catch (error) {
    if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 412) return;
    const { text, fix } = stateFailure(error, "s3:PutObject", environment);
    throw new ExpectedError(
      `Whether the lock holds at ${state.endpoint} is unknown: ${text.replace(/\.?$/, ".")} ${fix}`,
    );
  } finally {
    // that it stays behind is no harm, and no reason to fail
    await client.send(new DeleteObjectCommand(object)).catch(() => undefined);
  }
  throw new ExpectedError(
    `The store at ${state.endpoint} writes over an object that is there (If-None-Match), so Terraform's lock holds nobody off, and ` +
      `two people can spoil a state of ${name} at one time. Ceph does so in buckets with versions. Move the states to a store that ` +
      "refuses, as MinIO does; or set state.lock: false, and see to it that one person or pipeline at a time deploys. Nothing was done.",
  );
}
