import { runGit } from "../../../../scripts/lib/git/run-git";
import { ROOT } from "../../../helpers/process";

test("what git says", () => {
  expect(runGit(ROOT, ["rev-parse", "--is-inside-work-tree"])).toEqual({ ok: true, stdout: "true\n", problem: "" });
  expect(runGit(ROOT, ["hash-object", "--stdin"], { input: "x" }).stdout).toMatch(/^[0-9a-f]{40}\n$/);
});

test("what does not go well is a result, with its reason", () => {
  const { ok, problem } = runGit("/", ["rev-parse", "HEAD"]);
  expect({ ok, problem }).toEqual({ ok: false, problem: expect.stringMatching(/not a git repository/) });
});

test("a git that is not there is one, too", () => {
  const { PATH } = process.env;
  process.env["PATH"] = "/nowhere";
  try {
    expect(runGit(ROOT, ["status"])).toEqual({ ok: false, stdout: "", problem: expect.stringContaining("ENOENT") });
  } finally {
    process.env["PATH"] = PATH;
  }
});

test("a byte is a character where sizes count", () => {
  const { stdout } = runGit(ROOT, ["stripspace"], { input: "é", encoding: "latin1" });
  expect(stdout).toBe("é\n");
});
