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

/** What to paste; reason and last day are left for a person to fill in, and are refused as they stand here. */
export function acknowledgementText({
  address = "",
  danger = "",
}: Pick<Finding, "address" | "danger">): AcknowledgementText {
  return {
    path: `${FOLDER}/${danger}.yaml`,
    yaml: stringify({ address, danger, reason: "<why this is meant>", expires: "<YYYY-MM-DD>" }, { lineWidth: 0 }),
    line: `Acknowledge: ${address} danger ${danger} until <YYYY-MM-DD>: <why this is meant>`,
  };
}
