import { visible } from "../lib/terminal/visible";

/** Where progress is written: standard error. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

export interface Progress {
  readonly done: (id: string) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

const CLEAR = "\r\u001b[K";

/** One line that tells how many of the checks are done, for a person who waits; nothing where nobody looks. */
export function progressLine(stream: ProgressStream, total: number): Progress {
  if (stream.isTTY !== true) return { done: () => {}, end: () => {} };
  let count = 0;
  let ended = false;
  return {
    done: (id) => {
      // a check may end after the command has given up
      if (ended) return;
      count++;
      stream.write(`${CLEAR}${count} of ${total}  ${visible(id)}`);
    },
    end: () => {
      ended = true;
      stream.write(CLEAR);
    },
  };
}
