import { readFileSync } from "node:fs";
import { DeployLimits } from "../../../../scripts/commands/deploy/deploy-limits";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

/** A cluster with one place for a ConfigMap. */
function cluster() {
  const calls: string[] = [];
  let stored: string | null = null;
  const run = (verb: string, ...args: string[]): Promise<string> => {
    calls.push(verb);
    if (verb === "get") return Promise.resolve(stored ?? "");
    if (verb === "delete") stored = null;
    else if ((verb === "create") !== (stored === null)) return Promise.reject(new Error(`${verb} is refused`));
    else stored = readFileSync(args[1]!, "utf8");
    return Promise.resolve("");
  };
  return { calls, read: () => DeployLimits.read({ run }, "slurm", folder()), stored: () => stored };
}

test("limits outlive whoever has written them, and nothing is left once there are none", async () => {
  const { calls, read, stored } = cluster();
  const first = await read();
  expect(first.get()).toEqual({});
  await first.set({ 7: "1-00:00:00" });
  await first.set({ 7: "1-00:00:00", 9: "UNLIMITED" });
  const second = await read();
  expect(second.get()).toEqual({ 7: "1-00:00:00", 9: "UNLIMITED" });
  await second.set({ 9: "UNLIMITED" });
  expect((await read()).get()).toEqual({ 9: "UNLIMITED" });
  await second.set({});
  expect([second.get(), stored()]).toEqual([{}, null]);
  expect(calls).toEqual(["get", "create", "replace", "get", "replace", "get", "delete"]);
});
