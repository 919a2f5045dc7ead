import { type CiScope } from "../../../constructs/ci/scope";

/** An environment with everything in it. */
export const SCOPE: CiScope = {
  partition: "aws",
  region: "us-east-1",
  accountId: "111122223333",
  environment: "sample",
  clusterName: "sample",
  nodeRoleName: "sample-node",
  stateBucket: "sample-tfstate",
  stateKeyAlias: "alias/sample-state",
  buckets: ["sample-checkpoints"],
  replicates: true,
  requestMetrics: true,
  boundaryArn: "arn:aws:iam::111122223333:policy/sample-ci-boundary",
  people: ["arn:aws:iam::111122223333:role/admin"],
};
