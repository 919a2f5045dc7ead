import { ENVIRONMENT_TAG } from "../../config/owner/tags";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";

/** Whether something in the account is the environment's own, by its tags as most services list them. */
export const isOwn = (
  tags: readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[] | undefined,
  { name }: Pick<AwsEnvironment, "name">,
): boolean => tags?.some(({ Key, Value }) => Key === ENVIRONMENT_TAG && Value === name) ?? false;
