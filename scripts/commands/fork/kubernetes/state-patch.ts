import type { ClusterState } from "../../../../config/state/cluster-schema";
import { UsageError } from "../../../lib/errors/usage";
import { withoutEmpty } from "../without-empty";
import type { Answers } from "./answers";

type Json = Record<string, unknown>;

/** Where the state of the fork is, as far as it differs: in one bucket, states lie in folders of their environments. */
export function statePatch(before: ClusterState, answers: Answers): Json | undefined {
  const { stateBucket: bucket, stateEndpoint: endpoint, stateRegion: region } = answers;
  if (bucket === undefined && endpoint === undefined && region === undefined) return undefined;
  const kind = kindOf(before, answers);
  if (kind !== before.kind) {
    if (bucket === undefined)
      throw new UsageError(
        `the state of the original is of the kind ${before.kind}, and that of the fork would be ${kind}: add --state-bucket`,
      );
    return withoutEmpty({ kind, endpoint, bucket, region });
  }
  const had: Json = before;
  const given = Object.entries({ endpoint, bucket, region }).filter(([key, value]) => value !== had[key]);
  const patch = withoutEmpty(Object.fromEntries(given));
  return Object.keys(patch).length ? patch : undefined;
}

function kindOf(before: ClusterState, { stateEndpoint, stateRegion }: Answers): "s3" | "s3-compatible" {
  if (stateEndpoint !== undefined) return "s3-compatible";
  if (before.kind !== "local") return before.kind;
  if (stateRegion !== undefined) return "s3";
  throw new UsageError(
    "--state-bucket: the state of the original is in files; add --state-endpoint for a store that speaks like S3, or --state-region for a bucket of S3",
  );
}
