import { quotedWord } from "../../../constructs/core/shell-word";

/** Shells that can be told how to complete. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

/**
 * What a shell reads at its start: `railyard` becomes a word of the shell, unless it is a program already, and completes
 * by asking `railyard completion --words`.
 * @param program file that starts Railyard
 */
export function shellScript(shell: Shell, program: string): string {
  const start = `node ${quotedWord(program)}`;
  return { bash: bash(start), zsh: zsh(start), fish: fish(start) }[shell];
}

/** Names of groups and files have no colon, but keys of zones may: the word breaks of bash are put together again. */
const bash = (start: string) => `# eval "$(${start} completion bash)" in ~/.bashrc
command -v railyard > /dev/null || railyard() { ${start} "$@"; }
_railyard() {
  local IFS=$'\\n'
  COMPREPLY=($(${start} completion --words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null))
  case "\${COMPREPLY[0]-}" in *.*) compopt -o nospace ;; esac
}
complete -o default -F _railyard railyard
`;

const zsh = (start: string) => `# eval "$(${start} completion zsh)" in ~/.zshrc, after compinit
(( $+commands[railyard] )) || railyard() { ${start} "$@" }
_railyard() {
  local -a found
  found=("\${(@f)$(${start} completion --words "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  found=(\${found:#})
  if (( \${#found} )); then compadd -- $found; else _files; fi
}
compdef _railyard railyard
`;

const fish = (start: string) => `# ${start} completion fish | source   in ~/.config/fish/config.fish
type -q railyard; or function railyard; ${start} $argv; end
function __railyard_words
  set -l words (commandline -opc) (commandline -ct)
  ${start} completion --words $words[2..-1] 2> /dev/null
end
complete -c railyard -a '(__railyard_words)'
`;
