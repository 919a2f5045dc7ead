import { ENVIRONMENT_TAG } from "../../../config/owner/tags";
import { HeadBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { paginateGetResources, ResourceGroupsTaggingAPIClient } from "@aws-sdk/client-resource-groups-tagging-api";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { StackRole } from "../../../config/names/resolve";
import { AwsCallError, askAws } from "../../lib/aws/ask-aws";
import { ExpectedError } from "../../lib/errors/expected-error";
import { typeMadeOnce } from "./made-twice";
import { recordedObjects, type RecordedStateProps } from "../../lib/terraform/recorded-states";

/**
 * The state of the bootstrap stack is a file of the repository. Where it is missing and the bucket is there, a plan would make
 * all of it again. @throws ExpectedError then
 */
export async function assertBootstrapState(props: RecordedStateProps): Promise<void> {
  const { environment, aws } = props;
  const { state, name, names } = environment;
  if (state.kind === "local" || adoptedIds(environment).includes(state.bucket)) return;
  if ((await recordedObjects("bootstrap", props)) !== null) return;
  try {
    await askAws("s3:ListBucket", () => aws.client(S3Client).send(new HeadBucketCommand({ Bucket: state.bucket })));
  } catch (error) {
    if (!(error instanceof AwsCallError)) throw error;
    // it is not there, or is not ours: making it is right, or is refused
    return;
  }
  throw new ExpectedError(
    `The bucket ${state.bucket} is there, and state/${names.stack("bootstrap")}.tfstate, which knows it, is not: all of that stack would ` +
      `be made again. Get the file from whoever made the bucket (git pull); or import what is there: npx railyard bootstrap ${name}. ` +
      "Nothing was done.",
  );
}

/** What the account has of an environment, once each, that no state knows. */
export interface StrangersOfStates {
  /** ARNs. */
  readonly unknown: readonly string[];
  /** Why AWS could not be asked; null: it was. */
  readonly unasked: string | null;
}

/** Ids and names of what the environment has adopted: it comes into a state with the next apply. */
function adoptedIds(environment: SiteEnvironment): string[] {
  const adopted = Object.values(awsOf(environment)?.adopt ?? {}) as readonly {
    readonly id?: string;
    readonly name?: string;
  }[];
  return adopted.flatMap(({ id, name }) => id ?? name ?? []);
}

/** As states have ids: what follows the last slash, or the name of a bucket. */
const lastOf = (arn: string): string => arn.split(/[/:]/).at(-1) ?? "";

/**
 * A stack without any state is planned as new. Where the account has such resources of the environment that no state knows, the
 * states are looked for in the wrong place, or one is lost: a second network or file system would be made beside the first.
 * @param roles stacks that config has
 * @throws ExpectedError then
 */
export async function assertStatesKnow(
  props: RecordedStateProps,
  roles: readonly StackRole[],
): Promise<StrangersOfStates> {
  const { environment, aws } = props;
  const known = new Set<unknown>(adoptedIds(environment));
  const missing: StackRole[] = [];
  for (const role of roles) {
    const objects = await recordedObjects(role, props);
    if (objects === null) missing.push(role);
    for (const attributes of objects ?? []) for (const value of Object.values(attributes)) known.add(value);
  }
  const client = aws.client(ResourceGroupsTaggingAPIClient);
  const TagFilters = [{ Key: ENVIRONMENT_TAG, Values: [environment.name] }];
  const unknown: string[] = [];
  try {
    await askAws("tag:GetResources", async () => {
      for await (const { ResourceTagMappingList = [] } of paginateGetResources({ client }, { TagFilters }))
        for (const { ResourceARN = "" } of ResourceTagMappingList)
          if (typeMadeOnce(ResourceARN) !== null && ![ResourceARN, lastOf(ResourceARN)].some((one) => known.has(one)))
            unknown.push(ResourceARN);
    });
  } catch (error) {
    if (error instanceof AwsCallError) return { unknown: [], unasked: error.message };
    throw error;
  }
  unknown.sort();
  if (missing.length === 0 || unknown.length === 0) return { unknown, unasked: null };
  const { state } = environment;
  const place = state.kind === "local" ? state.directory : `${state.kind}://${state.bucket}`;
  throw new ExpectedError(
    [
      `The account has what no state of ${environment.name} knows, and ${missing.map((role) => environment.names.stack(role)).join(", ")} ` +
        `${missing.length === 1 ? "has" : "have"} no state in ${place}:`,
      ...unknown.map((arn) => `  ${arn}`),
      "It would be made a second time. Look whether state, account and region of the config are those of before, and bring a state that is " +
        "lost back: an old version of its object in the bucket, or npx railyard adopt. If these are left over from what nobody wants any " +
        "more, delete them (npx railyard orphans), or deploy beside them with --no-preflight. Nothing was done.",
    ].join("\n"),
  );
}
