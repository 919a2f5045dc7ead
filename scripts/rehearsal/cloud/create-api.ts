import { createHash } from "node:crypto";
import { partitionOf } from "../../../config/sites/aws-eks/account/partition";
import type { Cloud } from "./cloud";
import type { CloudApi } from "./cloud-api";

export interface CreateApiProps {
  readonly cloud: Cloud;
  readonly account: string;
  readonly region: string;
  /** What is asked about, in text that is the same in every run. */
  readonly content: string;
  /** Whether a new object is made, whose ids differ from those of an equal one made before. */
  readonly makes: boolean;
}

/** The pretended cloud as one request to it sees it. */
export function createApi({ cloud, account, region, content, makes }: CreateApiProps): CloudApi {
  const partition = partitionOf(region);
  const digest = sha(`${account} ${region} ${content}`);
  // counted when it is first needed, so that a refused object leaves no trace
  let count: number | undefined;
  const nth = () => (count ??= makes ? cloud.nextOf(digest) : 1);
  return {
    account,
    region,
    partition,
    all: (type) => cloud.all(type),
    get: (type, id) => cloud.get(type, id),
    hex: (length, purpose = "") => sha(`${digest} ${nth()} ${purpose}`).slice(0, length),
    arn: (service, resource) => `arn:${partition}:${service}:${region}:${account}:${resource}`,
    globalArn: (service, resource) => `arn:${partition}:${service}::${account}:${resource}`,
    now: "2026-01-01T00:00:00Z",
  };
}

const sha = (text: string) => createHash("sha256").update(text).digest("hex");
