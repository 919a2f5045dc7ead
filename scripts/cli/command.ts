/** What a command may touch of the world outside. */
export interface CommandContext {
  /** Repository root. */
  readonly root: string;
  /** Output folder that the CDKTF CLI asks for. @default - cdktf.out below the root */
  readonly outdir?: string | undefined;
  readonly clock: () => Date;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** A command: its arguments in, its exit code out. */
export type Command = (args: readonly string[], context: CommandContext) => number | Promise<number>;
