import type { Comparison } from "../../../../scripts/commands/adopt/adopt";
import { otherIds, adoptEntry } from "../../../../scripts/commands/adopt/adopt-entry";
import type { AdoptConfig } from "../../../../config/sites/aws-eks/adopt/schema";
import { sample } from "../../../helpers/environment";

const ENV = sample().env;

const SUBNET = "vpc/subnet-private-us-east-1a";
const found = (parts: Record<string, string>, more: Partial<Comparison> = {}): Comparison => ({
  kind: "vpc",
  id: "vpc-1",
  parts: Object.entries({ "vpc/vpc": "vpc-1", ...parts }).map(([place, id]) => ({ place, id, actual: {} })),
  obstacles: [],
  notes: [],
  differences: [],
  made: [],
  addresses: new Map(),
  ...more,
});
const present = (parts: Record<string, string>): AdoptConfig => ({ vpc: { id: "vpc-1", parts } });

test("writes the resource with its parts, and not itself among them", () => {
  expect(adoptEntry(found({ [SUBNET]: "subnet-1" }), undefined, ENV)).toEqual({
    id: "vpc-1",
    parts: { [SUBNET]: "subnet-1" },
  });
});

test("adds what has come about since, and keeps what was written: the state may have it", () => {
  const now = found({ [SUBNET]: "subnet-2", "endpoints/s3-gateway": "vpce-1" });
  const written = present({ [SUBNET]: "subnet-1", "vpc/by-hand": "rtb-1" });
  expect(adoptEntry(now, written, ENV)).toEqual({
    id: "vpc-1",
    parts: { [SUBNET]: "subnet-1", "vpc/by-hand": "rtb-1", "endpoints/s3-gateway": "vpce-1" },
  });
  expect(otherIds(now, written)).toEqual([
    `${SUBNET} is subnet-1 in adopt, and subnet-2 there: write subnet-2, unless the state has the other one already`,
  ]);
  expect(otherIds(found({ [SUBNET]: "subnet-1" }), written)).toEqual([]);
  expect(otherIds(now, undefined)).toEqual([]);
});

test("keeps what was kept, and what would replace the resource itself", () => {
  const difference = { address: "", actual: 1, desired: 2, effect: "kept" } as const;
  const cluster = found(
    {},
    {
      kind: "cluster",
      id: "training",
      parts: [],
      differences: [
        { ...difference, place: "cluster/cluster", attribute: "role_arn" },
        { ...difference, place: "cluster/cluster", attribute: "encryption_config.provider.key_arn" },
        { ...difference, place: "cluster/logs", attribute: "kms_key_id" },
        { ...difference, place: "cluster/cluster", attribute: "version", effect: "in place" },
      ],
    },
  );
  const before: AdoptConfig = { cluster: { name: "training", keeps: ["role_arn"], parts: {} } };
  expect(adoptEntry(cluster, before, ENV)).toEqual({
    name: "training",
    keeps: ["role_arn", "encryption_config"],
    parts: {},
  });
});
