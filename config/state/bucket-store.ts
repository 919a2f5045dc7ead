import { endpointHost, normalHost } from "../kernel/host";

const AWS = "aws";

/**
 * Who keeps a bucket: its name is unique in one store alone.
 * @param endpoint address of a store that speaks S3; null: AWS
 */
export function bucketStore(endpoint: string | null): string {
  if (endpoint === null) return AWS;
  const host = normalHost(endpointHost(endpoint.replace(/\/+$/, "")));
  // AWS speaks the protocol at addresses of its own, and a bucket there is the same one
  return /(^|\.)amazonaws\.com(\.cn)?$/.test(host) ? AWS : host;
}
