/** What a command may touch of the world outside. */
export interface CommandContext {
  /** Repository root. */
  readonly root: string;
  /** Output folder that the CDKTF CLI asks for. @default - cdktf.out below the root */
  readonly outdir?: string | undefined;
  readonly clock: () => Date;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Another command, as `railyard` lists it. @default - a command that is called by itself has no other */
  readonly command?: ((name: string) => Promise<Command>) | undefined;
}

/** A command: its arguments in, its exit code out. */
export type Command = (args: readonly string[], context: CommandContext) => number | Promise<number>;
