import { awsOf, isOnAws } from "../../../config/sites/aws-eks/environment";
import { accessSync, constants, existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { HeadBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { STSClient } from "@aws-sdk/client-sts";
import { awsAccess } from "../../lib/aws/access";
import { OTHER_CREDENTIALS, otherAccount } from "../../lib/aws/account";
import { awsFailure, type AwsFailure } from "../../lib/aws/failure";
import { STORE_KEY, stateFailure } from "../../lib/terraform/state-failure";
import { callerOf } from "../../lib/aws/caller";
import {
  missing,
  ok,
  unknown,
  whenAwsCredentials,
  whenNamed,
  wrong,
  type Check,
  type DoctorContext,
  type Seen,
} from "./check";

/** Region in which identity is asked for an environment that has none. */
const ANY_REGION = "us-east-1";

/** How long AWS may take: a machine without a network is told in seconds. */
const LIMIT_MS = 8_000;

export const ACCOUNT_CHECKS: readonly Check[] = [
  {
    id: "account/credentials",
    title: "AWS credentials",
    purpose: "preflight, bootstrap, deploy and destroy; states in S3",
    need: whenAwsCredentials,
    look: (context) => soon(lookAtCredentials(context)),
  },
  {
    id: "account/state",
    title: "Terraform state",
    purpose: "every plan reads it and every apply writes it; that it can be locked is not tried",
    need: whenNamed,
    look: (context) => soon(lookAtState(context)),
  },
];

async function lookAtCredentials({ aws: ofState, environment, env, now }: DoctorContext): Promise<Seen> {
  // a store that is not AWS's knows nobody's name
  const aws = environment?.state.kind === "s3-compatible" ? awsAccess({ region: ANY_REGION, env }) : ofState;
  try {
    const caller = await callerOf(aws);
    const { expiration } = await aws.client(STSClient).config.credentials();
    const found = `${caller.arn}${expiration ? `, until ${untilText(expiration, now)}` : ""}`;
    const standing = awsOf(environment);
    const other = standing ? otherAccount(caller, standing) : null;
    if (other !== null) return wrong(`${found}: ${other}`, OTHER_CREDENTIALS);
    return ok(found);
  } catch (error) {
    const failure = awsFailure(error, "sts:GetCallerIdentity");
    return (isUseless(failure) ? missing : unknown)(failure.text, failure.fix);
  }
}

/** `2026-11-21 18:30 UTC, in 25 minutes` */
function untilText(expiration: Date, now: Date): string {
  const minutes = Math.round((expiration.getTime() - now.getTime()) / 60_000);
  const left = minutes >= 120 ? `${Math.floor(minutes / 60)} hours` : `${minutes} minutes`;
  return `${expiration.toISOString().slice(0, 16).replace("T", " ")} UTC, in ${left}`;
}

async function lookAtState({ root, aws, environment }: DoctorContext): Promise<Seen> {
  if (!environment) return unknown("no environment was named");
  const { name, state } = environment;
  if (state.kind === "local") return lookAtFolder(resolve(root, state.directory));
  const { bucket } = state;
  try {
    await aws
      .client(S3Client)
      .send(new HeadBucketCommand({ Bucket: bucket, ExpectedBucketOwner: awsOf(environment)?.account }));
    return ok(state.kind === "s3-compatible" ? `${bucket} at ${state.endpoint}` : `s3://${bucket}`);
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
    if (status === 404)
      return missing(
        `there is no bucket ${bucket}`,
        isOnAws(environment)
          ? `Make it: npx railyard bootstrap ${name}.`
          : `Make it, with versions, or have it made: npx railyard bootstrap ${name} says by which commands.`,
      );
    // HEAD has no body: no permission and another owner look alike
    if (status === 403 && state.kind !== "s3-compatible") {
      const nobody = await callerFailure(aws);
      if (nobody) return unknown(nobody.text, nobody.fix);
      return wrong(
        `the bucket ${bucket} may not be seen by these credentials, or is another account's`,
        "Give the caller s3:ListBucket on it, or use credentials of the environment's account.",
      );
    }
    if (status === 301) return wrong(`the bucket ${bucket} is in another Region`, "Look at region and state.bucket.");
    const { kind, text, fix } = stateFailure(error, "s3:HeadBucket", environment);
    if (state.kind !== "s3-compatible") return unknown(text, fix);
    if (status === 403)
      return wrong(`the store at ${state.endpoint} lets this key not see ${bucket}, or does not know it`, STORE_KEY);
    if (kind === "no-credentials") return missing(`there is no key of the store at ${state.endpoint}`, STORE_KEY);
    return unknown(text, fix);
  }
}

/** Credentials that AWS takes from nobody; null: they are somebody's. */
async function callerFailure(aws: DoctorContext["aws"]): Promise<AwsFailure | null> {
  try {
    await callerOf(aws);
    return null;
  } catch (error) {
    const failure = awsFailure(error, "sts:GetCallerIdentity");
    return isUseless(failure) ? failure : null;
  }
}

const isUseless = ({ kind }: AwsFailure): boolean => kind === "no-credentials" || kind === "expired";

function lookAtFolder(folder: string): Seen {
  const there = existsSync(folder) ? folder : dirname(folder);
  try {
    accessSync(there, constants.W_OK);
    return ok(`files in ${folder}`);
  } catch {
    return wrong(`${there} cannot be written`, "Change its permissions, or state.directory.");
  }
}

function soon(look: Promise<Seen>): Promise<Seen> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Seen>((done) => {
    timer = setTimeout(
      () => done(unknown(`AWS gave no answer in ${LIMIT_MS / 1000} s`, "Look at network, proxy and DNS.")),
      LIMIT_MS,
    );
  });
  return Promise.race([look, late]).finally(() => clearTimeout(timer));
}
