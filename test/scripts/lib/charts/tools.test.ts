import { runTool } from "../../../../scripts/lib/charts/tools";

test("returns output and trimmed complaints", () => {
  expect(runTool("sh", ["-c", "cat; echo no >&2; exit 3"], "in")).toEqual({ ok: false, output: "in", error: "no" });
  expect(runTool("sh", ["-c", "echo yes"])).toEqual({ ok: true, output: "yes\n", error: "" });
});

test("a program that is not there is null", () => {
  expect(runTool("no-such-program", [])).toBeNull();
});
