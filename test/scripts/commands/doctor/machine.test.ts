import { judgeDisk, judgeMemory, MACHINE_CHECKS } from "../../../../scripts/commands/doctor/machine";
import { temporaryFolders } from "../../../helpers/terraform";
import { look } from "./context";

const folder = temporaryFolders();
const GIB = 2 ** 30;

test("a GiB of memory is enough, and less is told with what there is", () => {
  expect(judgeMemory(GIB)).toMatchObject({ verdict: "ok", found: expect.stringMatching(/^1024 MiB free/) as unknown });
  expect(judgeMemory(GIB - 1)).toMatchObject({
    verdict: "wrong",
    found: "1023 MiB free, and 1024 are enough for 100 environments",
  });
});

test("a GiB of disk is enough, and less is told with where", () => {
  expect(judgeDisk(GIB, "/here")).toEqual({ verdict: "ok", found: "1024 MiB free" });
  expect(judgeDisk(0, "/here")).toMatchObject({
    verdict: "wrong",
    found: "0 MiB free below /here, and 1024 should be",
  });
});

test("both are looked at on this machine; a folder that is not there is unknown", async () => {
  expect((await look(MACHINE_CHECKS, "machine/memory")).found).toMatch(/^\d+ MiB free/);
  expect((await look(MACHINE_CHECKS, "machine/disk", { root: folder() })).found).toMatch(/^\d+ MiB free/);
  expect(await look(MACHINE_CHECKS, "machine/disk", { root: "/nowhere" })).toMatchObject({
    verdict: "unknown",
    found: expect.stringContaining("/nowhere: ENOENT") as unknown,
  });
});
