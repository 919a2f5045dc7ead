import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SiteEnvironment } from "../../config/sites/environment";
import type { AwsAccess } from "../lib/aws/access";
import { ExpectedError } from "../lib/errors/expected-error";
import { parseJson } from "../lib/files/read-json";
import { stateFailure } from "../lib/terraform/state-failure";
import { type EarlierEvidence, parseEvidence } from "./evidence";

/** Where the evidence of an environment is kept, beside its states: who runs jobs cannot write there. */
export interface EvidenceStore {
  /** `s3://bucket/folder/` */
  readonly place: string;
  /** The last evidence that is kept there; null: none is. @throws ExpectedError */
  readonly before: () => Promise<EarlierEvidence | null>;
  /** Keeps files of a folder under the time of their evidence, and the evidence as the last one. @throws ExpectedError */
  readonly keep: (folder: string, names: readonly string[], finishedAt: string) => Promise<void>;
}

const LAST = "last.json";

/**
 * The store of a suite; null where states are files, which have no bucket.
 * @param name of its folder: the suite, or another one for a part of it
 */
export function evidenceStore(environment: SiteEnvironment, name: string, aws: AwsAccess): EvidenceStore | null {
  const { state } = environment;
  if (state.kind === "local") return null;
  const { bucket } = state;
  const folder = `${state.folder ?? ""}verify/${name}/`;
  const place = `s3://${bucket}/${folder}`;
  const put = async (file: string, text: string) => {
    try {
      await aws.client(S3Client).send(new PutObjectCommand({ Bucket: bucket, Key: `${folder}${file}`, Body: text }));
    } catch (error) {
      const failure = stateFailure(error, "s3:PutObject", environment);
      throw new ExpectedError(`${place}${file} cannot be written: ${sentence(failure.text)} ${failure.fix}`);
    }
  };
  return {
    place,
    before: async () => {
      const text = await read(aws, { Bucket: bucket, Key: `${folder}${LAST}` }, environment);
      if (text === null) return null;
      try {
        return parseEvidence(parseJson(text, { name: `${place}${LAST}` }));
      } catch {
        throw new ExpectedError(`${place}${LAST} is no evidence of verify: nothing can be compared with it.`);
      }
    },
    keep: async (from, names, finishedAt) => {
      const at = finishedAt.replaceAll(":", "-");
      for (const file of names.filter((one) => existsSync(join(from, one))))
        await put(`${at}/${file}`, readFileSync(join(from, file), "utf8"));
      // it names what is whole
      await put(LAST, readFileSync(join(from, "evidence.json"), "utf8"));
    },
  };
}

async function read(
  aws: AwsAccess,
  object: { readonly Bucket: string; readonly Key: string },
  environment: SiteEnvironment,
): Promise<string | null> {
  try {
    const { Body } = await aws.client(S3Client).send(new GetObjectCommand(object));
    return (await Body?.transformToString()) ?? null;
  } catch (error) {
    const { kind, text, fix } = stateFailure(error, "s3:GetObject", environment);
    if (kind === "not-found") return null;
    throw new ExpectedError(`s3://${object.Bucket}/${object.Key} cannot be read: ${sentence(text)} ${fix}`);
  }
}

const sentence = (text: string): string => text.replace(/\.?$/, ".");
