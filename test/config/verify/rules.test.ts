import { VERIFY_RULES } from "../../../config/verify/rules";
import { hasShape } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const IMAGE = `registry.example.com/railyard@sha256:${"0".repeat(64)}`;
/** GPUs that Slurm has not. */
const FREE = { slurm: null, kueue: { nodeGroups: ["h100"] } };
const weekly = (change: object = {}) => ({ ...FREE, verify: { weekly: { image: IMAGE, ...change } } });
const AT = ["verify", "weekly"];

ruleCases(VERIFY_RULES, {
  "verify/weekly-image": {
    severity: "error",
    trips: [
      {
        change: { ...FREE, verify: { weekly: {} } },
        at: [...AT, "image"],
        message: ["no image is named"],
        fix: ["npx railyard examples sample"],
      },
    ],
    passes: [{ when: "an image by its digest", change: weekly() }],
  },
  "verify/weekly-pools": {
    severity: "error",
    trips: [
      {
        change: { verify: { weekly: { image: IMAGE } } },
        at: AT,
        message: ["Slurm has all pools with GPUs"],
        fix: ["verify.yml"],
      },
    ],
    passes: [{ when: "a pool that Slurm has not", change: weekly() }],
  },
  "verify/weekly-programs": {
    severity: "error",
    trips: [
      {
        change: weekly({ checks: ["inventory", "gemm"] }),
        at: [...AT, "checks", 1],
        message: ["torch"],
        fix: ["images"],
      },
      {
        change: weekly({ checks: ["dcgm-3"], images: { torch: "a/b:1" } }),
        at: [...AT, "checks", 0],
        fix: ["nccl-tests"],
      },
    ],
    passes: [
      { when: "checks whose program every pod has", change: weekly() },
      {
        when: "images with the programs",
        change: weekly({ checks: ["gemm", "copies"], images: { torch: "a/b:1", "nccl-tests": "a/c:1" } }),
      },
    ],
  },
  "verify/weekly-without-monitoring": {
    severity: "warning",
    trips: [
      {
        change: { ...weekly(), monitoring: { enabled: false } },
        at: AT,
        message: ["nobody is told"],
        fix: ["monitoring: { enabled: true }"],
      },
    ],
    passes: [{ when: "Prometheus", change: weekly() }],
  },
});

test.each([
  `railyard@sha256:${"0".repeat(64)}`,
  "registry.example.com/railyard:1",
  `registry.example.com/railyard@sha256:${"0".repeat(63)}`,
  `registry.example.com/$(id)@sha256:${"0".repeat(64)}`,
  `${IMAGE}\n`,
])("%j is no image by its digest", (image) => expect(hasShape(weekly({ image }))).toBe(false));

test.each([
  { start: "24:00" },
  { start: "3:00" },
  { day: "today" },
  { hours: 0 },
  { hours: 25 },
  { checks: [] },
  { checks: ["inventory", "inventory"] },
  { checks: ["train-70b"] },
  { images: { torch: "a b" } },
  { images: { torch: "example.com/a:$(HOME)" } },
  { images: { bash: "a/b:1" } },
])("%j is refused by its form", (change) => {
  expect(hasShape(weekly())).toBe(true);
  expect(hasShape(weekly(change))).toBe(false);
});
