import { stringify } from "yaml";
import type { Finding } from "../model";

/** Folder of the files that acknowledge. */
const FOLDER = "acknowledgements";

/** What somebody writes to let one danger pass. */
export interface AcknowledgementText {
  /** Where the file goes; another name does as well. */
  readonly path: string;
  /** Content of the file. */
  readonly yaml: string;
  /** The same as one line of the pull request's description. */
  readonly line: string;
}

const LEFT = stringify({ reason: "<why this is meant>", expires: "<YYYY-MM-DD>" });

/** Text that YAML takes as it stands: an address without keys, or a digest that is no number. */
const PLAIN = /^(?:[a-z][a-z0-9-]*\.\w[\w.-]*|(?=[0-9a-f]*[a-df])[0-9a-f]{12})$/;

/** A line of YAML. A review has one for each danger, and to ask the library for each was a third of all that it took. */
const pair = (key: string, text: string): string =>
  PLAIN.test(text) ? `${key}: ${text}\n` : stringify({ [key]: text }, { lineWidth: 0 });

/** What to paste; reason and last day are left for a person to fill in, and are refused as they stand here. */
export function acknowledgementText({
  address = "",
  danger = "",
}: Pick<Finding, "address" | "danger">): AcknowledgementText {
  return {
    path: `${FOLDER}/${danger}.yaml`,
    yaml: `${pair("address", address)}${pair("danger", danger)}${LEFT}`,
    line: `Acknowledge: ${address} danger ${danger} until <YYYY-MM-DD>: <why this is meant>`,
  };
}
