import type { ResolvedSetting } from "../../../config/tuning/tuning";
import { writtenBy } from "../../lib/files/output-kinds";

/** Where TuneD has what else: kinds that none of its plug-ins sets are left to the daemon or to user data. */
const LEFT: readonly ResolvedSetting["kind"][] = ["unit-limit", "module-option", "lustre", "pci", "service"];

/** `>` raises a value, and leaves what is more. @see https://tuned-project.org/docs/manual/ */
const valueOf = ({ compare, value }: ResolvedSetting): string => (compare === "at-least" ? `>${value}` : value);

/**
 * The profile for hosts whose administrators keep settings with TuneD. What it cannot say stands in a comment; arguments of the
 * kernel are there after a boot.
 * @param name of the profile
 */
export function tunedText(name: string, settings: readonly ResolvedSetting[], kernel: readonly string[]): string {
  const of = (...kinds: readonly ResolvedSetting["kind"][]) => settings.filter(({ kind }) => kinds.includes(kind));
  const governor = of("sysfs").find(({ at }) => at.endsWith("/scaling_governor"));
  const files = of("sysfs").filter((one) => one !== governor);
  const left = of(...LEFT).filter(({ by }) => by === "railyard");
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["main", [`summary=Profile ${name} of Railyard`]],
    ["sysctl", of("sysctl", "hugepages").map((one) => `${one.at}=${valueOf(one)}`)],
    ["cpu", governor ? [`governor=${governor.value}`] : []],
    ["sysfs", files.map(({ at, value }) => `${at}=${value}`)],
    ["modules", of("module").map(({ at }) => `${at}=+r`)],
    ["bootloader", kernel.length > 0 ? [`cmdline_railyard=+${kernel.join(" ")}`] : []],
  ];
  return [
    `# ${writtenBy("image")}`,
    ...(left.length > 0 ? [`# Not here, for TuneD has no plug-in for it: ${left.map(({ at }) => at).join(", ")}`] : []),
    ...sections.flatMap(([section, lines]) => (lines.length === 0 ? [] : [`[${section}]`, ...lines, ""])),
  ].join("\n");
}
