import type { SiteEnvironment } from "../../../config/sites/environment";
import { awsAccess, type AwsAccess } from "../aws/access";

/** A Region for what has none, as states in files. */
const ANY_REGION = "us-east-1";

/** Access to where the states of an environment are: S3, or a store that speaks like it, with the credentials of whoever runs it. */
export function stateAccess(
  { state, region }: Pick<SiteEnvironment, "state" | "region">,
  env: Readonly<Record<string, string | undefined>>,
): AwsAccess {
  if (state.kind === "s3-compatible")
    return awsAccess({
      region: state.region,
      endpoint: { url: state.endpoint, pathStyle: state.pathStyle },
      env,
    });
  return awsAccess({ region: (state.kind === "s3" ? state.region : null) ?? region ?? ANY_REGION, env });
}
