import { stripVTControlCharacters } from "node:util";
import { readMachines, type SeenMachines } from "./read-machines";

/** Settings of one host, by what its own tools print. A part that the text does not have is null: unknown. */
export interface SeenSettings {
  readonly host: string;
  readonly sysctl: ReadonlyMap<string, string> | null;
  /** Arguments of the kernel with their values; several of one name, each. */
  readonly cmdline: readonly (readonly [name: string, value: string])[] | null;
  readonly files: ReadonlyMap<string, string> | null;
  readonly limits: ReadonlyMap<string, string> | null;
  /** Units with whether they are installed and active. */
  readonly units: ReadonlyMap<string, { readonly installed: boolean; readonly active: boolean }> | null;
  readonly modules: ReadonlySet<string> | null;
  /** By `<module>.<option>`. */
  readonly options: ReadonlyMap<string, string> | null;
  /** Whether a file system of Lustre is mounted. */
  readonly mounted: boolean | null;
  readonly lustre: ReadonlyMap<string, string> | null;
  readonly devices: readonly SeenDevice[] | null;
  /** What virtual machines need. */
  readonly machines: SeenMachines;
}

/** One function of PCIe. */
export interface SeenDevice {
  readonly pci: string;
  readonly bridge: boolean;
  /** Whether any service of its access control is on; null: it has none, or only root may read it. */
  readonly acs: boolean | null;
  /** Whether its capabilities could be read at all. */
  readonly readable: boolean;
  /** Largest read, bytes. */
  readonly maxReadRequest: number | null;
}

/** A text that is not what the script of host-check prints. */
export class NoSettingsError extends Error {}

const HEAD = "railyard host-check 1";

/** @throws NoSettingsError where it is another text, or its end is missing */
export function readSettings(text: string): SeenSettings {
  const sections = sectionsOf(stripVTControlCharacters(text).replaceAll("\r\n", "\n"));
  if (!sections.has(HEAD))
    throw new NoSettingsError("is not what the script prints: its first line must be == railyard host-check 1");
  if (!sections.has("end"))
    throw new NoSettingsError("has no end: it was cut off, and what is missing cannot be told from what is not there");
  const lines = (name: string) => sections.get(name)?.filter((line) => line.trim() !== "") ?? null;
  const host = lines("host")?.[0]?.trim();
  if (host === undefined) throw new NoSettingsError("does not say of which host it is");
  return {
    host,
    sysctl: filled(pairs(lines("sysctl"), " = ")),
    cmdline: lines("cmdline")?.join(" ").trim().split(/\s+/).map(argument) ?? null,
    files: pairs(lines("files"), "="),
    limits: filled(pairs(lines("limits"), "=")),
    units: unitsOf(lines("units")),
    modules: lines("modules") && new Set(lines("modules")!.map((line) => line.trim().replaceAll("-", "_"))),
    options: optionsOf(pairs(lines("options"), "=")),
    mounted: lines("mounts") && lines("mounts")!.length > 0,
    lustre: pairs(lines("lustre"), "="),
    devices: devicesOf(sections.get("lspci")?.join("\n")),
    machines: readMachines(lines),
  };
}

function sectionsOf(text: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of text.split("\n")) {
    const name = /^== (.+)$/.exec(line)?.[1]?.trim();
    if (name === undefined) current.push(line);
    else {
      current = sections.get(name) ?? [];
      sections.set(name, current);
    }
  }
  return sections;
}

function pairs(lines: readonly string[] | null, sign: string): Map<string, string> | null {
  if (lines === null) return null;
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const at = line.indexOf(sign);
      return at < 1
        ? []
        : [
            [
              line.slice(0, at).trim(),
              line
                .slice(at + sign.length)
                .replaceAll(/\s+/g, " ")
                .trim(),
            ],
          ];
    }),
  );
}

/** A program that could not run leaves its part empty: nothing is known then. */
const filled = (map: Map<string, string> | null) => (map !== null && map.size > 0 ? map : null);

function argument(word: string): [string, string] {
  const at = word.indexOf("=");
  return at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
}

function unitsOf(lines: readonly string[] | null): SeenSettings["units"] {
  if (lines === null) return null;
  return new Map(
    lines.flatMap((line): [string, { installed: boolean; active: boolean }][] => {
      const [unit, state, active] = line.split(/\s+/);
      return unit === undefined || active === undefined
        ? []
        : [[unit, { installed: state === "loaded", active: active === "active" }]];
    }),
  );
}

const optionsOf = (map: Map<string, string> | null) =>
  map &&
  new Map(
    [...map].flatMap(([file, value]): [string, string][] => {
      const [, module, option] = /^\/sys\/module\/([^/]+)\/parameters\/([^/]+)$/.exec(file) ?? [];
      return module === undefined || option === undefined ? [] : [[`${module}.${option}`, value]];
    }),
  );

const DEVICE = /^([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]) ([0-9a-f]{4}): /;

function devicesOf(text: string | undefined): SeenDevice[] | null {
  if (text === undefined) return null;
  const devices = text.split(/\n(?=[0-9a-f]{4}:[0-9a-f]{2}:)/).flatMap((block): SeenDevice[] => {
    const [, pci, kind] = DEVICE.exec(block) ?? [];
    if (pci === undefined) return [];
    const control = /^\s*ACSCtl:(.*)$/m.exec(block)?.[1];
    const read = /MaxReadReq (\d+) bytes/.exec(block)?.[1];
    return [
      {
        pci,
        bridge: kind === "0604",
        acs: control === undefined ? null : control.includes("+"),
        readable: !block.includes("<access denied>"),
        maxReadRequest: read === undefined ? null : Number(read),
      },
    ];
  });
  return devices.length > 0 ? devices : null;
}
