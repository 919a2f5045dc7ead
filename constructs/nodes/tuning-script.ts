import type { ResolvedSetting, ResolvedTuning } from "../../config/tuning/tuning";
import { scriptFile } from "../core/script-file";
import { shellWord, shellWords } from "../core/shell-word";
import { bootScript, type BootScript } from "./boot-scripts";

/** What a script sets, and on which cards. */
export interface TuningScriptProps {
  readonly settings: readonly ResolvedSetting[];
  /** PCI addresses of compute cards, for what is set on each. @default - none is known */
  readonly cards?: readonly string[];
}

/** Sizes of reads by the number that stands for them in the register. */
const SMALLEST_READ = 128;

/** The unit that sets everything at each boot, before kubelet. */
export const TUNING_SERVICE = `[Unit]
Description=Set what the profile of the pool asks for
Before=kubelet.service
[Service]
Type=oneshot
ExecStart=/usr/local/sbin/railyard-tuning
[Install]
WantedBy=multi-user.target`;

/** Parameters of Lustre are lost when the last file system is unmounted: a mount that comes later gets them within a minute. */
export const TUNING_TIMER = `[Unit]
Description=Set parameters of Lustre where a file system was mounted
[Timer]
OnBootSec=60
OnUnitActiveSec=60
[Install]
WantedBy=timers.target`;

/** The program that sets what is not so yet: the same at boot, in an image and in a pod. */
export function tuningScript(props: TuningScriptProps): string {
  return scriptFile("nodes/files/tuning.sh", {
    insert: { settings: props.settings.map((one) => settingLine(one, props.cards ?? [])).join("\n") },
  });
}

/** Whether something must look again after a file system was mounted. */
export const needsTimer = (settings: readonly ResolvedSetting[]): boolean =>
  settings.some(({ kind }) => kind === "lustre");

/**
 * At the first boot, before Lustre's modules are loaded. Huge pages and the limit on pinned memory have scripts of their own,
 * which nodes without a profile have as well.
 */
export function tuningBoot(order: number, { settings }: Pick<ResolvedTuning, "settings">): BootScript {
  const timer = needsTimer(settings)
    ? scriptFile("nodes/files/tuning-timer.sh", { insert: { timer: TUNING_TIMER } }).trim()
    : null;
  return bootScript(
    order,
    "tuning",
    scriptFile("nodes/files/tuning-boot.sh", {
      insert: { apply: tuningScript({ settings }).trim(), service: TUNING_SERVICE, timer },
    }),
  );
}

/** One call of the program's functions. */
function settingLine({ kind, at, value, compare }: ResolvedSetting, cards: readonly string[]): string {
  switch (kind) {
    case "hugepages":
      return `pages ${shellWords([at, value])}`;
    case "sysctl":
      return compare === "at-least" ? `raise ${shellWords([at, value])}` : `keep ${shellWords([at, value])}`;
    case "sysfs":
      // the pattern is ours, and the shell finds its files
      return `each ${shellWord(value)} ${at}`;
    case "unit-limit":
      return `limit ${shellWords([at, value])}`;
    case "module":
      return `load ${shellWord(at)}`;
    case "module-option": {
      const [module = "", option = ""] = at.split(".");
      return `option ${shellWords([module, option, value])}`;
    }
    case "lustre":
      return `client ${shellWords([at, value])}`;
    case "service":
      return `unit ${shellWords([at, value])}`;
    case "pci":
      return at === "ACSCtl"
        ? "acs_off"
        : `read_request ${shellWords([Math.log2(Number(value) / SMALLEST_READ), ...cards])}`;
    case "kernel-argument":
      throw new Error(`${at} is an argument of the kernel, which no program sets on a node that runs`);
  }
}
