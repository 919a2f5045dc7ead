import type { CloudApi } from "../cloud/cloud-api";
import { uuid } from "./api-ids";
import { fixedHex } from "./ec2/ec2-ids";

/** ARN of the key that a service keeps for an account, one in each Region. @param alias as in `aws/fsx` */
export function managedKeyArn(alias: string, api: CloudApi): string {
  const hex = (length: number) => fixedHex(length, alias, api.account, api.region);
  return api.arn("kms", `key/${uuid({ ...api, hex })}`);
}
