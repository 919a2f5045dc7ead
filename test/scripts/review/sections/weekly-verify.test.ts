import { findingsOf } from "../../../helpers/reviewed";

const image = (digit: string) => `registry.example.com/railyard@sha256:${digit.repeat(64)}`;
const weekly = (more: object = {}) => ({
  slurm: null,
  kueue: { nodeGroups: ["h100"] },
  verify: { weekly: { image: image("0"), ...more } },
});
const NONE = { ...weekly(), verify: {} };
const AT = "sample-platform.config.verify.weekly";

const spoken = (section: "security" | "stops", before: object | null, after: object) =>
  findingsOf(section, { before: before as Record<string, unknown> | null, after: after as Record<string, unknown> })
    .filter(({ address }) => address?.startsWith(AT))
    .map(({ severity, address, title }) => [severity, address, title]);

test("who gets an account by a weekly run is told, and so is another program that has it", () => {
  expect(spoken("security", NONE, weekly())).toEqual([
    ["warning", AT, expect.stringMatching(/^registry\.example\.com\/railyard@sha256:0{64} gets an account/)],
  ]);
  expect(spoken("security", weekly(), weekly({ image: image("1") }))).toEqual([
    ["warning", `${AT}.image`, expect.stringContaining(`Another program has the account`)],
  ]);
  expect(spoken("stops", NONE, weekly())).toEqual([]);
});

test("what is proved no more is told", () => {
  expect(spoken("stops", weekly(), NONE)).toEqual([
    ["warning", AT, expect.stringContaining("Nothing in the cluster proves idle nodes each week any more")],
  ]);
  expect(spoken("stops", weekly(), weekly({ checks: ["deployment", "nccl-pairs"] }))).toEqual([
    ["warning", `${AT}.checks`, "Weekly runs of verify no longer check inventory, nccl-node, nccl-all."],
  ]);
  expect(spoken("security", weekly(), NONE)).toEqual([]);
});

test("another hour, one check more, and an environment that is new say nothing of it", () => {
  const other = weekly({ start: "04:00", checks: ["deployment", "inventory", "nccl-node", "nccl-pairs", "nccl-all"] });
  for (const section of ["security", "stops"] as const) {
    expect(spoken(section, weekly({ checks: ["deployment"] }), other)).toEqual([]);
    expect(spoken(section, null, weekly())).toEqual([]);
  }
});
