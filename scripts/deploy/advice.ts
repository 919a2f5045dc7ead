interface Advice {
  readonly of: RegExp;
  readonly text: (folder: string) => string;
}

/** What Terraform says when it fails, and what a person does then. */
const ADVICE: readonly Advice[] = [
  {
    of: /Instance cannot be destroyed|lifecycle\.prevent_destroy/,
    text: () =>
      "The environment protects this resource: see which key of the config replaces it (npm run railyard -- explain <environment> <key>), and undo that change. Only `destroy` gives up what is protected, by name.",
  },
  {
    of: /Error acquiring the state lock/,
    text: (folder) =>
      `Another Terraform has the state: wait for it. If its process is dead, terraform -chdir=${folder} force-unlock <ID>, with the ID above.`,
  },
  {
    of: /errored\.tfstate/,
    text: (folder) =>
      `What was made is not in the state yet: terraform -chdir=${folder} state push errored.tfstate, before anything else.`,
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
    of: /NoSuchBucket|S3 bucket .* does not exist/,
    text: () => "The state bucket is not there: deploy the bootstrap stack first, which makes it.",
  },
];

const AGAIN = "Mend it, then run the same command again: stacks that are done have nothing to do and are passed.";

/** What to do about a failure. @param folder of the stack, where Terraform ran */
export function advice(failure: string, folder: string): string {
  return ADVICE.find(({ of }) => of.test(failure))?.text(folder) ?? AGAIN;
}
