import { ENVIRONMENT_TAG } from "../../../config/owner/tags";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { Obstacle } from "./found";

/** Tags of a resource, as most APIs tell them. */
export type Tags = readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[];

/** @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-resource-tags.html */
const STACK_TAG = "aws:cloudformation:stack-name";

/** How people and tools say that something is looked after by a tool. */
const TOOL_KEY =
  /^(managed|created|provisioned|deployed)[-_ ]?(by|with|using)$|^(terraform|opentofu|pulumi|provisioner|iac)$/i;
const TOOL_VALUE = /terraform|terragrunt|tofu|pulumi|cdk|cloudformation|crossplane|ansible|^true$|^yes$/i;

/** Whose something seems to be already. Two states that have one resource undo each other's changes, or destroy it. */
export interface Owner {
  readonly obstacles: readonly Obstacle[];
  readonly notes: readonly string[];
}

/** Whether tags show that something belongs to another environment, stack or tool. */
export function ownerOf(id: string, tags: Tags, { name }: AwsEnvironment): Owner {
  const value = (key: string) => tags.find(({ Key }) => Key === key)?.Value;
  const environment = value(ENVIRONMENT_TAG);
  const stack = value(STACK_TAG);
  const tools = tags.filter(({ Key = "", Value = "" }) => TOOL_KEY.test(Key) && TOOL_VALUE.test(Value));
  return {
    obstacles:
      environment === undefined || environment === name
        ? []
        : [
            {
              text: `${id} is of the environment ${environment}, by its tag ${ENVIRONMENT_TAG}: two that manage it would undo each other's changes`,
              fix: `use it without managing it; or take it out of the state of ${environment} (terraform state rm) and out of its config, then take off the tag`,
            },
          ],
    notes: [
      ...(stack === undefined
        ? []
        : [
            `${id} belongs to the CloudFormation stack ${stack}: keep it there with DeletionPolicy: Retain, and take it out of that stack before you apply`,
          ]),
      ...tools.map(
        ({ Key, Value }) =>
          `${id} has the tag ${Key}=${Value}: where another tool has it in its state, take it out there before you apply (terraform state rm)`,
      ),
    ],
  };
}

/** Tags of an API that tells them as an object. */
export const tagsIn = (tags: Readonly<Record<string, string>> | undefined): Tags =>
  Object.entries(tags ?? {}).map(([Key, Value]) => ({ Key, Value }));
