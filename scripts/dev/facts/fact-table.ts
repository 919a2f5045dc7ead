import type { JSONPath } from "jsonc-parser";
import type { AwsAccess } from "../../lib/aws/access";
import type { Fetch } from "../../lib/charts/repositories";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What a source says of one place of a file. */
export interface PublishedValue {
  readonly path: JSONPath;
  readonly value: Json;
  /** What people call the place. @default - its path */
  readonly name?: string;
}

/** What the source of a table answered, all of it. */
export interface Answer {
  readonly published: readonly PublishedValue[];
  /** Written beside what differs, and left alone where nothing does: days, sources. */
  readonly stamps: (changed: readonly PublishedValue[]) => readonly PublishedValue[];
  /** What the table has and the source no longer: told, and left for a person to take out. */
  readonly gone: readonly string[];
  /** What a person should look at: what is new and needs more than the source says, and what could not be asked. */
  readonly notes: readonly string[];
}

export interface AskProps {
  /** Access to the home Region; other Regions are asked by the same credentials. */
  readonly aws: AwsAccess;
  readonly fetch: Fetch;
  /** `2026-11-23` */
  readonly today: string;
}

/** A file of `config/facts` that has a source which programs can ask. */
export interface FactTable<File = never> {
  readonly name: string;
  /** What is asked, as help lists it. */
  readonly source: string;
  /** In the repository. */
  readonly file: string;
  /** Keys that no source says, which people look up. */
  readonly keptByHand: readonly string[];
  /**
   * @param file what the file has now
   * @throws AwsCallError, RepositoryError or PartialAnswerError: then nothing of any table is written
   */
  readonly ask: (props: AskProps, file: File) => Promise<Answer>;
}

/** An answer that is not whole: nothing is made of it. */
export class PartialAnswerError extends Error {
  override readonly name = "PartialAnswerError";
}

/** @throws PartialAnswerError where an answer lacks what every whole one has */
export function whole<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new PartialAnswerError(`${what} is missing in the answer`);
  return value;
}
