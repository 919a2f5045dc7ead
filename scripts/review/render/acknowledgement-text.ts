import { stringify } from "yaml";

/** Folder of the files that acknowledge. */
const FOLDER = "acknowledgements";

/** What somebody writes to let one danger pass. */
export interface AcknowledgementText {
  /** Where the file goes; the id is theirs to choose. */
  readonly path: string;
  /** Content of the file. */
  readonly yaml: string;
  /** The same as one line of the pull request's description. */
  readonly line: string;
}

/** What to paste; reason and last day are left for a person to fill in. */
export function acknowledgementText(address: string): AcknowledgementText {
  return {
    path: `${FOLDER}/<id>.yaml`,
    yaml: stringify({ address, reason: "<why this is meant>", expires: "<YYYY-MM-DD>" }, { lineWidth: 0 }),
    line: `Acknowledge: ${address} until <YYYY-MM-DD>: <why this is meant>`,
  };
}
