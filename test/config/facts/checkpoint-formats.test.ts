import { CHECKPOINT_FORMATS } from "../../../config/facts/checkpoint-formats";

test("each format stands once, with an address that a reader can open", () => {
  expect(new Set(CHECKPOINT_FORMATS.map(({ id }) => id)).size).toBe(CHECKPOINT_FORMATS.length);
  for (const { source } of CHECKPOINT_FORMATS) expect(new URL(source).protocol).toBe("https:");
});

test("only a format without pickle is safe to read from anybody", () =>
  expect(CHECKPOINT_FORMATS.filter(({ runsCode }) => runsCode === "no").map(({ id }) => id)).toEqual(["safetensors"]));
