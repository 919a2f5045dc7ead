import { closeSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";

/** How often new text is looked for. */
const POLL_MS = 50;

/**
 * Files without a name that a program writes its outputs into, and that are read while it runs. When this process is killed, who writes
 * into a pipe of ours is ended by SIGPIPE at the next line; who writes into a file goes on to its end.
 * @see https://pkg.go.dev/os/signal#hdr-SIGPIPE
 */
export class OutputFiles {
  readonly #outputs: readonly Output[];
  readonly #timer: NodeJS.Timeout;

  /** @param take gets each new text of each output */
  constructor(take: { readonly stdout: (text: string) => void; readonly stderr: (text: string) => void }) {
    const folder = mkdtempSync(join(tmpdir(), "railyard-output-"));
    this.#outputs = (["stdout", "stderr"] as const).map((name) => new Output(join(folder, name), take[name]));
    // whoever has them open goes on; nothing is left, whichever way this process ends
    rmSync(folder, { recursive: true });
    this.#timer = setInterval(() => this.#read(), POLL_MS);
  }

  /** What the program gets as its outputs. */
  get descriptors(): number[] {
    return this.#outputs.map(({ descriptor }) => descriptor);
  }

  /** Reads what is left. */
  close(): void {
    clearInterval(this.#timer);
    this.#read();
    for (const { descriptor } of this.#outputs) closeSync(descriptor);
  }

  #read(): void {
    for (const output of this.#outputs) output.read();
  }
}

class Output {
  readonly descriptor: number;
  readonly #take: (text: string) => void;
  readonly #decoder = new StringDecoder("utf8");
  readonly #buffer = Buffer.alloc(65_536);
  #position = 0;

  constructor(file: string, take: (text: string) => void) {
    // appended, so that our reading moves nothing of the writer's
    this.descriptor = openSync(file, "ax+", 0o600);
    this.#take = take;
  }

  read(): void {
    for (;;) {
      const length = readSync(this.descriptor, this.#buffer, 0, this.#buffer.length, this.#position);
      if (length === 0) return;
      this.#position += length;
      this.#take(this.#decoder.write(this.#buffer.subarray(0, length)));
    }
  }
}
