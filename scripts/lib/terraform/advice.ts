import { GUARD } from "../../../constructs/core/data-guard";

interface Advice {
  readonly of: RegExp;
  readonly text: (folder: string) => string;
}

/** The backend of a stack has no bucket. @see https://developer.hashicorp.com/terraform/language/backend/s3 */
const NO_STATE_BUCKET = /NoSuchBucket|S3 bucket .{0,80} does not exist/;

/** A stack below has no state, or was applied before it had what is read. */
const NO_STATE_BELOW = /Unable to find remote state|No stored state was found|Error: Unsupported attribute/;

/** What Terraform says when it fails, and what a person does then. */
const ADVICE: readonly Advice[] = [
  {
    of: new RegExp(`${GUARD.type}\\.${GUARD.name}\\[`),
    text: () =>
      "Config has no more what is named there in quotes, and Terraform would destroy it: put it back into config. If it is meant, deploy by name: npx railyard deploy <environment> --allow <stack>.<address>.",
  },
  {
    of: /Instance cannot be destroyed|lifecycle\.prevent_destroy/,
    text: () =>
      "The environment protects this resource: see which key of the config replaces it (npx railyard explain <environment> <key>), and undo that change. Only `destroy` gives up what is protected, by name.",
  },
  {
    of: /Error acquiring the state lock/,
    text: (folder) =>
      `Another Terraform has the state: wait for it; above stands who and since when. Only if that process is dead, on its machine: terraform -chdir=${folder} init, and then terraform -chdir=${folder} force-unlock <ID>, with the ID above. What it was making then may be in no state: npx railyard orphans <environment> lists it.`,
  },
  {
    of: /terraform \w+ was killed:/,
    text: (folder) =>
      `A state in S3 stays locked, and the next run waits for it in vain: terraform -chdir=${folder} force-unlock <ID>, with the ID that it says then. What was being made may be in no state: npx railyard orphans <environment> lists it; adopt or delete it before it is made again.`,
  },
  {
    of: /errored\.tfstate/,
    text: (folder) =>
      `What it made is not in the state yet. Before anything else: terraform -chdir=${folder} state push errored.tfstate, and remove the file then.`,
  },
  {
    of: /ExpiredToken|token.{0,40}expired|No valid credential sources|no EC2 IMDS role found/i,
    text: () => "Log in again, such as with `aws sso login`, then run the same command again.",
  },
  {
    of: /AWS account ID not allowed/,
    text: () => "These credentials are of another account: set AWS_PROFILE to one of the environment's account.",
  },
  {
    of: /Saved plan is stale/,
    text: () => "Somebody else changed the state since the plan: run the same command again, and look at the new plan.",
  },
  {
    of: /Kubernetes cluster unreachable/,
    text: (folder) =>
      `Run this from where the cluster answers. If it is lost for good, its releases are too: terraform -chdir=${folder} state rm <address> for each.`,
  },
  {
    of: /BucketNotEmpty/,
    text: () =>
      "S3 refuses to delete a bucket with objects: empty it by hand, old versions too, or keep it with --keep <stack>.<address>.",
  },
  {
    of: NO_STATE_BUCKET,
    text: () =>
      "The state bucket is not there. On AWS it comes with the bootstrap stack: npx railyard bootstrap <environment>; a cluster that exists takes one that somebody has made. If there was one, do not make it anew: see state.bucket of the config, since with an empty bucket nothing of what runs is known. If `destroy --bootstrap` took it, nothing is left to do.",
  },
  {
    of: NO_STATE_BELOW,
    text: () => "It reads the state of a stack that is not deployed yet: deploy that one first, as without --stack.",
  },
];

const AGAIN = "Mend it, then run the same command again: stacks that are done have nothing to do and are passed.";

/** What to do about a failure. @param folder of the stack, where Terraform ran */
export function advice(failure: string, folder: string): string {
  return ADVICE.find(({ of }) => of.test(unwrapped(failure)))?.text(folder) ?? AGAIN;
}

/** Whether a plan failed for what comes with the stacks below: their states, or the bucket for its own. */
export const waitsForOthers = (failure: string): boolean =>
  [NO_STATE_BUCKET, NO_STATE_BELOW].some((of) => of.test(unwrapped(failure)));

/** Terraform breaks long lines. */
const unwrapped = (text: string): string => text.replace(/[\s│]+/g, " ");
