import type { LoadedEnvironment } from "../../../../config";
import { SITES } from "../../../../config/sites/kinds";
import { forkSiteOf } from "../../../../scripts/commands/fork/sites";

const standing = (site: string) => ({ resolved: { name: "one", site } }) as unknown as LoadedEnvironment;

test.each(SITES.map(({ kind }) => kind))("an environment on the site %s can be followed", (kind) =>
  expect(forkSiteOf(standing(kind), {} as never).kind).toBe(kind),
);

test("refuses a site that knows no forks, and says what to do", () =>
  expect(() => forkSiteOf(standing("room"), {} as never)).toThrow(/on the site room, .*\nWrite it by hand/));
