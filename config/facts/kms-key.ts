/**
 * What an ARN of KMS names, after the account: a UUID, or `mrk-` and 32 hex digits for a key of several Regions.
 * @see https://docs.aws.amazon.com/kms/latest/developerguide/concepts.html#key-id-key-id
 */
const KEY = /^key\/(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|mrk-[0-9a-f]{32})$/;

/** Why an ARN is that of no key; null: it has the form of one. */
export function noKey(arn: string): string | null {
  const resource = arn.split(":").slice(5).join(":");
  if (KEY.test(resource)) return null;
  return `${arn} is no key: its last part must be key/<id>, where the id is a UUID or mrk- and 32 hex digits, not ${resource || "nothing"}`;
}
