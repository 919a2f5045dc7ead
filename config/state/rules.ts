import type { Rule } from "../kernel/rule";

const BUCKETS = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html";
const BACKEND = "https://developer.hashicorp.com/terraform/language/backend";

const BUCKET_FAULTS: readonly (readonly [fault: RegExp, what: string])[] = [
  [/\.\./, "has two dots in a row"],
  [/^(xn--|sthree-|amzn-s3-demo-)/, "begins with a prefix that AWS keeps (xn--, sthree-, amzn-s3-demo-)"],
  [
    /(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$/,
    "ends with a suffix that AWS keeps (-s3alias, --ol-s3, .mrap, --x-s3, --table-s3)",
  ],
];

/** Where Terraform keeps its state. */
export const STATE_RULES: readonly Rule[] = [
  {
    id: "state/local-in-production",
    title: "The state of a production environment is in a bucket.",
    severity: "warning",
    why: "Files are locked by nobody and backed up by nobody: with them goes Terraform's knowledge of the cluster.",
    source: BACKEND,
    *check({ config: { state, profile } }) {
      if (state.kind !== "local" || profile !== "production") return;
      const message = `the state of a production environment lies in the folder ${JSON.stringify(state.directory)}, without lock or backup`;
      yield { path: ["state", "kind"], message, fix: 'write state: { kind: "s3" }, or another kind that is no folder' };
    },
  },
  {
    id: "state/own-bucket",
    title: "State and checkpoints are in different buckets.",
    severity: "error",
    why: "A bucket can be made once; and jobs that may write checkpoints could overwrite the state.",
    source: `${BACKEND}/s3`,
    *check({ config, env }) {
      if (env.state.kind === "local" || env.checkpoints?.bucket.name !== env.state.bucket) return;
      const isWritten = config.state.kind !== "local" && config.state.bucket !== undefined;
      const path = isWritten ? ["state", "bucket"] : ["checkpoints", "bucket", "name"];
      const message = `${env.state.bucket} is named for the state and for the checkpoints`;
      yield { path, message, fix: "leave the key out, or name a bucket of its own" };
    },
  },
  {
    id: "state/bucket-name",
    title: "The bucket for the state has a name that S3 takes.",
    severity: "error",
    why: "S3 refuses the bucket.",
    source: BUCKETS,
    *check({ config: { state } }) {
      const name = state.kind === "s3" ? state.bucket : undefined;
      const fault = BUCKET_FAULTS.find(([pattern]) => name !== undefined && pattern.test(name));
      if (!fault) return;
      const fix = "leave the key out for a name made of environment, account and Region, or choose another";
      yield { path: ["state", "bucket"], message: `"${name}" ${fault[1]}`, fix };
    },
  },
];
