import { cpusOf } from "../../../../config/pools/existing/host-places";
import { serverSchema } from "../../../../config/pools/existing/machine-schema";

test("CPUs are numbers of lists and ranges", () => {
  expect(cpusOf("0-2,8,10-11")).toEqual([0, 1, 2, 8, 10, 11]);
});

const PCI = ["0000:1b:00.0", "0000:43:00.0"];
const GPU = { model: "L40S-48GB", count: 2, memoryGB: 48 };
const problems = (written: object): string[] => {
  const { error } = serverSchema.safeParse({
    sockets: 2,
    coresPerSocket: 4,
    threadsPerCore: 1,
    memoryGiB: 256,
    gpu: GPU,
    ...written,
  });
  const issues = error?.issues.flatMap((one) => (one.code === "invalid_union" ? one.errors.flat() : [one])) ?? [];
  return issues.filter(({ code }) => code === "custom").map(({ path, message }) => `${path.join(".")}: ${message}`);
};
const numa = (...nodes: readonly { cpus: string; gpus?: number[] }[]) => problems({ numa: nodes });

test("places that fit are taken", () => {
  expect(problems({ gpu: { ...GPU, pci: PCI } })).toEqual([]);
  expect(numa({ cpus: "0-3", gpus: [0] }, { cpus: "4-7", gpus: [1] })).toEqual([]);
});

test.each([
  [problems({ gpu: { ...GPU, pci: PCI.slice(1) } }), "gpu.pci: has 1 addresses for 2 GPUs"],
  [problems({ gpu: { ...GPU, pci: [PCI[0], PCI[0]] } }), "gpu.pci: has an address twice"],
  [numa({ cpus: "0-8" }), "numa.0.cpus: names CPU 8, and the server has 0 to 7"],
  [numa({ cpus: "3-0" }), "numa.0.cpus: has a range that ends before it begins"],
  [numa({ cpus: "0-3" }, { cpus: "3-7" }), "numa.1.cpus: names CPU 3 again"],
  [numa({ cpus: "0-3", gpus: [2] }), "numa.0.gpus: names GPU 2, and the server has 0 to 1"],
  [numa({ cpus: "0-3", gpus: [0] }, { cpus: "4-7", gpus: [0] }), "numa.1.gpus: names GPU 0 again"],
])("%j", (found, message) => {
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(message);
});
