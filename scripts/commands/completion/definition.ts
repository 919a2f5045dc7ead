import { join } from "node:path";
import { realpathSync } from "node:fs";
import type { CommandContext } from "../../cli/command";
import { defineCommand } from "../../cli/define-command";
import type { CandidatesProps } from "./candidates";

/** @param program by its whole path: in a home folder npx would ask the registry for a package of that name */
const help = (
  program: string,
) => `Complete commands, options, environments, rules and keys in a shell, and make "railyard" a word of it.

  eval "$(${program} completion bash)"
      in ~/.bashrc
  eval "$(${program} completion zsh)"
      in ~/.zshrc, after compinit
  ${program} completion fish | source
      in ~/.config/fish/config.fish

  --words <word>…  print what the last of these words may become, a line each: what the shells ask
  --help           this text

Exit code: 0 printed; 1 there is no such shell.`;

/** It names the program by its path. */
export const completionHelp = ({ root }: CommandContext): string =>
  help(`node ${realpathSync(join(root, "bin", "railyard.js"))}`);

/** `railyard completion`. @param commands what is completed */
export const completionOf = (commands: () => CandidatesProps["commands"]) =>
  defineCommand({
    name: "completion",
    takes: "<shell>",
    about: 'Complete commands, options, environments, rules and keys in a shell, and make "railyard" a word of it.',
    examples: [],
    options: { words: { type: "boolean", text: "print what the last of the words that follow may become" } },
    exitCodes: { 0: "printed", 1: "there is no such shell" },
    help: completionHelp,
    run: () => {
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run
      const { completionCommand } = require("./command") as typeof import("./command");
      return (args, context) => completionCommand(args, context, commands());
    },
  });
