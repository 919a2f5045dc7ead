import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "the inventory";

/** What a node told of itself; null: it could not be asked. */
export interface NodeInventory {
  readonly host: string;
  /** Id of the instance or of the server; null: it is told to root alone. */
  readonly machine: string | null;
  readonly gpus: number | null;
  readonly model: string | null;
  readonly driver: string | null;
  /** Firmware of its GPUs; several are separated by commas, here and below. */
  readonly vbios: string | null;
  /** Firmware of the cards of the fabric, with the type of their boards: `28.43.1014 of MT_0000000838`. */
  readonly firmware: string | null;
  /** Of the kernel's module, where it tells one. */
  readonly efaDriver: string | null;
  readonly mlx5Driver: string | null;
  /** Of the folder that programs see: in a container that of its image. */
  readonly efaInstaller: string | null;
  readonly devices: number | null;
  readonly hugepagesMiB: number | null;
  readonly nvme: number | null;
  /** KiB, or `unlimited`. */
  readonly memlock: string | null;
  readonly shmMiB: number | null;
  readonly memoryMiB: number | null;
  readonly cpus: number | null;
  readonly kernel: string | null;
}

/** @throws UnreadableOutputError */
export function parseInventory(text: string): NodeInventory {
  const values = new Map<string, string>();
  for (const [, key, value] of text.matchAll(/^([a-zA-Z0-9]+)=(.*)$/gm)) {
    if (values.has(key!))
      throw new UnreadableOutputError(PROGRAM, `has ${key} twice: those of several nodes are mixed`);
    values.set(key!, value!.trim());
  }
  const host = values.get("host");
  if (!host || !values.has("cpus")) throw new UnreadableOutputError(PROGRAM, "is cut");
  const number = (key: string) => (values.get(key) ? numberIn(PROGRAM, values.get(key), key) : null);
  return {
    host,
    machine: values.get("machine") || null,
    gpus: number("gpus"),
    model: values.get("model") ?? null,
    driver: values.get("driver") ?? null,
    vbios: values.get("vbios") ?? null,
    firmware: values.get("firmware") ?? null,
    efaDriver: values.get("efaDriver") ?? null,
    mlx5Driver: values.get("mlx5Driver") ?? null,
    efaInstaller: values.get("efaInstaller") ?? null,
    devices: number("devices"),
    hugepagesMiB: number("hugepagesMiB"),
    nvme: number("nvme"),
    memlock: values.get("memlock") ?? null,
    shmMiB: number("shmMiB"),
    memoryMiB: number("memoryMiB"),
    cpus: number("cpus"),
    kernel: values.get("kernel") ?? null,
  };
}
