import type { ResolvedSetting } from "../../config/tuning/tuning";
import { scriptFile } from "../core/script-file";
import { quotedWord } from "../core/shell-word";
import { needsTimer, TUNING_SERVICE, TUNING_TIMER, tuningScript } from "./tuning-script";

/** A file of an image. */
export interface ImageFile {
  readonly path: string;
  readonly mode: "0644" | "0755";
  /** Ends with a line feed. */
  readonly text: string;
}

/** What goes into an image. */
export interface ImageProps {
  readonly settings: readonly ResolvedSetting[];
  /** PCI addresses of compute cards. */
  readonly cards: readonly string[];
  /** Programs with their versions. */
  readonly stack: readonly { readonly component: string; readonly version: string }[];
  /** What NCCL is told on hosts. @default - nothing */
  readonly nccl?: Readonly<Record<string, string>>;
}

/** Arguments of the kernel among settings, as it is booted with them. */
export const kernelArguments = (settings: readonly ResolvedSetting[]): string[] =>
  settings.flatMap(({ kind, at, value }) => (kind === "kernel-argument" ? [value === "" ? at : `${at}=${value}`] : []));

/** Files that hold the profile of a pool: a program, its units, what programs there are to be, and what NCCL is told. */
export function imageFiles({ settings, cards, stack, nccl = {} }: ImageProps): ImageFile[] {
  const running = settings.filter(({ kind, by }) => kind !== "kernel-argument" && by === "railyard");
  return [
    file("/usr/local/sbin/railyard-tuning", "0755", tuningScript({ settings: running, cards })),
    file("/etc/systemd/system/railyard-tuning.service", "0644", TUNING_SERVICE),
    ...(needsTimer(running) ? [file("/etc/systemd/system/railyard-tuning.timer", "0644", TUNING_TIMER)] : []),
    ...(stack.length > 0
      ? [
          file("/usr/local/sbin/railyard-stack-check", "0755", scriptFile("nodes/files/stack-check.sh")),
          file(
            "/etc/railyard/stack",
            "0644",
            stack.map(({ component, version }) => `${component} ${version}`).join("\n"),
          ),
        ]
      : []),
    ...(Object.keys(nccl).length > 0
      ? [
          file(
            "/etc/nccl.conf",
            "0644",
            Object.entries(nccl)
              .map(([name, value]) => `${name}=${value}`)
              .join("\n"),
          ),
        ]
      : []),
  ];
}

/** Units that are enabled. */
export const imageUnits = (files: readonly ImageFile[]): string[] =>
  files.flatMap(({ path }) => /^\/etc\/systemd\/system\/(railyard-tuning\.\w+)$/.exec(path)?.[1] ?? []);

/** Shell that writes the files. */
export const writeCommands = (files: readonly ImageFile[]): string[] =>
  files.flatMap(({ path, mode, text }) => [
    `mkdir -p ${quotedWord(path.slice(0, path.lastIndexOf("/")))}`,
    `printf '%s' ${quotedWord(text)} > ${quotedWord(path)}`,
    `chmod ${mode} ${quotedWord(path)}`,
  ]);

/** Commands that install a release of the EFA installer, of whose archive they check the signature. */
export const efaCommands = (version: string): string =>
  scriptFile("nodes/files/efa-install.sh", { values: { version } }).trim();

function file(path: string, mode: ImageFile["mode"], text: string): ImageFile {
  return { path, mode, text: `${text.trim()}\n` };
}
