import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { droppedRoles } from "../../../../scripts/lib/terraform/dropped-stacks";
import { recordedAws } from "../../../helpers/deploying";
import { sample, type Change } from "../../../helpers/environment";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const FULL = { resources: [{ mode: "managed", instances: [{ attributes: { id: "x" } }] }] };
const NO_SLURM = { slurm: null, teams: null };

const found = (states: Readonly<Record<string, object>>, change: Change) => {
  const [root, directory] = [folder(), folder()];
  mkdirSync(join(root, "state"));
  // the stack with the bucket has its own where it was before states were files somewhere else
  for (const [role, state] of Object.entries(states)) {
    const at = role === "bootstrap" ? join(root, "state") : directory;
    writeFileSync(join(at, `sample-${role}.tfstate`), JSON.stringify(state));
  }
  const { env: environment } = sample({ state: { kind: "local", directory }, ...change });
  return droppedRoles({ environment, aws: recordedAws([]), root });
};

test("a stack is dropped when config has it no more, and its state is not empty", async () => {
  expect(await found({ slurm: FULL, governance: FULL }, NO_SLURM)).toEqual(["governance", "slurm"]);
  expect(await found({ slurm: { resources: [] } }, NO_SLURM)).toEqual([]);
  expect(await found({}, NO_SLURM)).toEqual([]);
  expect(await found({ slurm: FULL }, {})).toEqual([]);
});

test("the stack that holds the states of others is for a person", async () => {
  await expect(found({ bootstrap: FULL }, {})).rejects.toThrow(/sample-bootstrap is not in the config any more/);
});
