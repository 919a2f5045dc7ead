import { relative, resolve } from "node:path";
import { type Json, type JsonObject } from "./expression";
import { isPlain } from "../../../config/kernel/plain";

/**
 * A stack as it is in another folder: paths of state files are relative to the folder that Terraform runs in.
 * @param from folder of the synthesized stack
 * @param to folder of the exported one
 */
export function withStatePaths(json: JsonObject, from: string, to: string): JsonObject {
  const moved = (value: Json | undefined): JsonObject => {
    const settings = isPlain(value) ? value : {};
    const { path } = settings;
    if (typeof path !== "string" || path.startsWith("/")) return settings;
    return { ...settings, path: relative(to, resolve(from, path)) };
  };
  const terraform = within(json, "terraform", (block) =>
    within(block, "backend", (backend) => within(backend, "local", moved)),
  );
  return within(terraform, "data", (data) =>
    within(data, "terraform_remote_state", (states) =>
      Object.fromEntries(
        Object.entries(states).map(([name, state]) => [
          name,
          isPlain(state) && state["backend"] === "local" ? { ...state, config: moved(state["config"]) } : state,
        ]),
      ),
    ),
  );
}

/** Changes one value of an object where it is there. */
function within(json: JsonObject, name: string, change: (value: JsonObject) => JsonObject): JsonObject {
  const value = json[name];
  return isPlain(value) ? { ...json, [name]: change(value) } : json;
}
