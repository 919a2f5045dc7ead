import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import type { ConfigPath } from "../../config/kernel/issues";
import { UsageError } from "../lib/errors/usage";

/** Looks at the value of an option. @throws UsageError with the option, what was given and what is allowed */
export type OptionCheck = (value: string, option: string) => void;

/** Workflows hand on variables of the repository, which may be empty. */
export const anything: OptionCheck = () => {};

/** Anything but nothing: what it means is only known with the environment. */
export const something: OptionCheck = (value, option) => {
  if (value.trim() === "") throw new UsageError(`${option} needs a value, but is empty`);
};

/** A place to write to: `outputFile` or `outputFolder` looks at it when the command knows what it writes. */
export const place: OptionCheck = something;

/** A file that can be read. */
export const inputFile: OptionCheck = (value, option) => {
  something(value, option);
  look(value, option, "file", (path) => !statSync(path).isDirectory());
};

/** A folder that can be read. */
export const inputFolder: OptionCheck = (value, option) => {
  something(value, option);
  look(value, option, "folder", (path) => statSync(path).isDirectory());
};

/** A reference to an image. */
export const imageName: OptionCheck = (value, option) => {
  if (!IMAGE.test(value) || value.length > 1024)
    throw new UsageError(
      `${option} must name an image, such as registry.example.com/nccl-tests:2.17 or …@sha256:<digest>, but is ${JSON.stringify(value)}`,
    );
};

/**
 * The form of a reference to an image; Kubernetes and enroot say no more of one that is wrong than that it cannot be pulled.
 * @see https://pkg.go.dev/github.com/distribution/reference
 */
const IMAGE =
  /^[a-zA-Z0-9](?:[\w.:-]*\w)?(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;

/** A commit, branch or tag; whether it is there is seen where the repository is known. */
export const gitRef: OptionCheck = (value, option) => {
  something(value, option);
  if (/^-|[\s\p{Cc}]|\.\./u.test(value))
    throw new UsageError(`${option} must be one commit, branch or tag, but is ${JSON.stringify(value)}`);
};

/** `<stack>.<type>.<name>`, as Terraform says it; keys of instances may follow. */
export const stackAddress: OptionCheck = (value, option) => {
  something(value, option);
  if (!/^[\w-]+\.(?:[\w-]+|\w+\[[^\]]+\])\.[^\s]+/.test(value))
    throw new UsageError(
      `${option} must be <stack>.<address>, such as dev-nodes.aws_eks_node_group.h100, but is ${JSON.stringify(value)}`,
    );
};

/** A resource as Terraform says it, with or without its stack. */
export const resourceAddress: OptionCheck = (value, option) => {
  something(value, option);
  if (!/^[\w-]+\.[^\s.]\S*$/.test(value))
    throw new UsageError(
      `${option} must be <address> or <stack>.<address>, such as dev-storage.aws_fsx_lustre_file_system.lustre, but is ${JSON.stringify(value)}`,
    );
};

// the schema takes longer to load than all the help of a command
const schemas = () =>
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  require("../lib/environments/schema-path") as typeof import("../lib/environments/schema-path");

/** What must have the form of a key of config, as its schema has it. @param like an example */
export const formOf =
  (path: ConfigPath, like: string): OptionCheck =>
  (value, option) => {
    something(value, option);
    const patterns = (schemas().schemasAlong(path).at(-1) ?? []).flatMap(({ pattern }) => pattern ?? []);
    if (patterns.length > 0 && !patterns.some((pattern) => new RegExp(pattern).test(value)))
      throw new UsageError(`${option} must be ${like}, but is ${JSON.stringify(value)}`);
  };

export const wholeNumber =
  (least: number, of: string): OptionCheck =>
  (value, option) => {
    if (!/^\d{1,9}$/.test(value) || Number(value) < least)
      throw new UsageError(
        `${option} must be a whole number of ${of}, at least ${least}, but is ${JSON.stringify(value)}`,
      );
  };

/** No job runs for longer than this, and nothing is waited for. */
const MOST_MINUTES = 28 * 24 * 60;

/** From 0, which is at once, to four weeks. */
export const minutes: OptionCheck = (text, option) => {
  if (!/^\d+(?:\.\d+)?$/.test(text))
    throw new UsageError(`${option} is a number of minutes, but is ${JSON.stringify(text)}`);
  if (Number(text) > MOST_MINUTES)
    throw new UsageError(`${option} is at most ${MOST_MINUTES} minutes, which are four weeks, but is ${text}`);
};

/** An address that a link may have. */
export const webAddress: OptionCheck = (value, option) => {
  something(value, option);
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new UsageError(
      `${option} must be an address that begins with https:// or http://, but is ${JSON.stringify(value)}`,
    );
};

function look(value: string, option: string, what: string, isSuch: (path: string) => boolean): void {
  const path = resolve(value);
  let such: boolean;
  try {
    such = isSuch(path);
    accessSync(path, constants.R_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const text = code === "ENOENT" ? `there is no ${what} ${path}` : `${path} cannot be read: ${message}`;
    throw new UsageError(`${option}: ${text}`);
  }
  if (!such) throw new UsageError(`${option} must be a ${what}, but ${path} is none`);
}
