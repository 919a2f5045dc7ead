import { z } from "zod";
import { TUNING_PURPOSES } from "../facts/host-setting";
import { PCI_READ_REQUESTS } from "../facts/host-settings";
import { key, type UpdatePolicy } from "../kernel/key";

/** `image` leaves a value as it is: null would only take the key out of what an environment follows. */
const orImage = (number: z.ZodInt) =>
  z
    .union([number, z.literal("image")], { error: 'must be a whole number, or "image" to leave it as it is' })
    .optional();

/** Names of the kernel: dots or slashes between words, and `*` nowhere. */
const sysctlName = z
  .string()
  .max(128)
  .regex(
    /^(abi|debug|dev|fs|kernel|net|sunrpc|user|vm|lnet)(\.[a-zA-Z0-9_-]+(\/[a-zA-Z0-9_-]+)*)+$/,
    "must be a name of sysctl, such as net.core.rmem_max",
  );

/** One number or word, or several with blanks between: what a line of sysctl.d can say, and no shell reads as more. */
const sysctlValue = z.union(
  [
    z.int(),
    z
      .string()
      .max(128)
      .regex(/^[\w.,:/+-]+( [\w.,:/+-]+)*$/),
  ],
  { error: 'must be a number, words with single blanks between them, or "image" to leave it as it is' },
);

const argumentName = z
  .string()
  .max(64)
  .regex(/^[a-zA-Z][\w.-]*$/, "must be the name of a kernel argument, such as init_on_alloc");

const argumentValue = z.union(
  [
    z.int(),
    z
      .string()
      .max(256)
      .regex(/^[\w.,:/@+=;-]*$/),
  ],
  { error: 'must be a number, a word without blanks and quotes, or "image" to leave it as it is' },
);

const moduleName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, "must be the name of a kernel module, such as ib_umad");

/**
 * How hosts of a pool are set up, beyond what their image does. All keys are of one shape on any site; what a change of them
 * does differs.
 * @param update what a change does to nodes that run
 * @param updateNote the same in words
 */
export function tuningSchema(update: UpdatePolicy, updateNote: string) {
  const one = <T extends z.ZodType>(schema: T, description: string, more: { unit?: string; example?: unknown } = {}) =>
    key(schema, { description, update, updateNote, defaultNote: "by purpose and hardware", ...more });
  const count = orImage(z.int().min(0).max(2_147_483_647));
  return z.strictObject({
    purpose: one(
      z.enum(TUNING_PURPOSES).optional(),
      "What the nodes are for, from which all other values follow: training with a fabric, inference with other GPUs, cpu without. none: only what is written here.",
    ),
    hugepages2Mi: one(
      orImage(z.int().min(0).max(4_194_304)),
      'Huge pages of 2 MiB, reserved before pods can ask for them; more that the image has stay. "image" leaves them to it.',
      { unit: "pages", example: 5128 },
    ),
    limits: one(
      z
        .strictObject({
          memlock: one(
            z.enum(["unlimited", "image"]).optional(),
            "Memory that containers may pin. image: what containerd of the image says.",
          ),
          stack: one(orImage(z.int().min(8_388_608).max(1_073_741_824)), "Stack of the threads of containers.", {
            unit: "bytes",
          }),
        })
        .optional(),
      "Limits of containerd, which containers inherit.",
    ),
    sysctl: one(
      z.record(sysctlName, sysctlValue).optional(),
      'Settings of the kernel by their names. "image" leaves one as it is, which Railyard would set.',
      { example: { "vm.swappiness": 10, "kernel.numa_balancing": "image" } },
    ),
    transparentHugepages: one(
      z.enum(["always", "madvise", "never"]).optional(),
      "Whether the kernel puts pages together by itself. No maker asks for a value: left as it is unless set.",
    ),
    governor: one(
      z.enum(["performance", "powersave", "schedutil", "image"]).optional(),
      "Who chooses the clocks of CPUs. image: left as it is.",
    ),
    irqbalance: one(
      z.enum(["on", "off"]).optional(),
      "Whether irqbalance moves interrupts between CPUs; off where somebody places them by hand. Left as it is unless set.",
    ),
    modules: one(
      z.record(moduleName, z.enum(["loaded", "image"])).optional(),
      "Kernel modules that are loaded at boot. image: left as it is.",
    ),
    nvme: one(
      z
        .strictObject({
          scheduler: one(z.enum(["none", "mq-deadline", "kyber", "bfq"]).optional(), "Scheduler of requests."),
          readAheadKiB: one(orImage(z.int().min(0).max(65_536)), "What is read ahead of a program.", { unit: "KiB" }),
        })
        .optional(),
      "Local NVMe disks. Left as they are unless set; localStorage says what becomes of them.",
    ),
    lustre: one(
      z
        .strictObject({
          ptlrpcdPerCptMax: one(count, "Threads that send requests, for each partition of CPUs.", { unit: "threads" }),
          ksocklndCredits: one(count, "Requests on their way at one time over TCP.", { unit: "requests" }),
          lruMaxAgeMs: one(count, "How long a lock that nobody uses is kept.", { unit: "ms" }),
          lruSize: one(count, "Locks that a client keeps.", { unit: "locks" }),
          ostRpcsInFlight: one(count, "Requests at one time to each object target.", { unit: "requests" }),
          mdtRpcsInFlight: one(count, "Requests at one time to each metadata target.", { unit: "requests" }),
          mdtModifyingRpcsInFlight: one(count, "Of them, requests that change something.", { unit: "requests" }),
        })
        .optional(),
      "Clients of Lustre, where a volume of it is mounted. Left as they are with the word image.",
    ),
    pci: one(
      z
        .strictObject({
          acs: one(
            z.enum(["off", "firmware"]).optional(),
            "Access control of PCIe bridges, which sends traffic between GPU and card up to the root complex. Bare metal alone.",
          ),
          maxReadRequest: one(
            z.union(PCI_READ_REQUESTS.map((size) => z.literal(size))).optional(),
            "Largest read of compute cards, where no operator keeps it. Bare metal alone.",
            { unit: "bytes" },
          ),
        })
        .optional(),
      "Registers of PCIe devices, which each boot sets back.",
    ),
    kernelArguments: one(
      z.record(argumentName, argumentValue).optional(),
      "What the kernel is booted with. Images have it (railyard image writes their recipe): nothing reboots a node for it.",
      { example: { init_on_alloc: 0 } },
    ),
  });
}

/** What a daemon does with a node that lacks a setting, where one sets them. */
export const GATE = key(z.enum(["cordon", "none"]).default("cordon"), {
  description:
    "What becomes of a node that lacks a setting: it is cordoned until it has all, so that no new job begins there (what runs goes on, and Slurm drains the node); or nothing, and it takes jobs as it is.",
  update: "in-place",
  updateNote: "With cordon, nodes that lack a setting take no new job from then on.",
});

/** How many nodes a daemon keeps from new jobs at one time. */
export const MAX_CORDONED = key(z.int().min(1).max(100_000).optional(), {
  description:
    "Nodes of the pool that are cordoned at one time because they lack a setting, with gate: cordon. The next takes its turn when one has all; until then it takes jobs as it is. Nodes with jobs leave one place to those without, where there are two.",
  unit: "nodes",
  defaultNote: "a tenth of the nodes, rounded up",
  example: 4,
  update: "in-place",
  updateNote: "Nodes that are held beyond a smaller number stay so until they have all settings.",
});

export type WrittenTuning = z.output<ReturnType<typeof tuningSchema>> & {
  readonly gate?: z.output<typeof GATE>;
  readonly maxCordoned?: z.output<typeof MAX_CORDONED>;
};
