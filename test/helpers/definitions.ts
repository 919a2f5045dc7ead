import type { Api, ApiObject } from "../../scripts/control-plane/api";
import { comes } from "./comes";

/** Installs definitions of kinds, and waits until the API has them. */
export async function installDefinitions(api: Api, definitions: readonly object[]): Promise<void> {
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  for (const definition of definitions) await api.create(path, definition);
  const isEstablished = ({ status }: ApiObject) =>
    status?.conditions?.some(
      (one: { type: string; status: string }) => one.type === "Established" && one.status === "True",
    );
  if (!(await comes(async () => (await api.list(path)).every(isEstablished), 60)))
    throw new Error("the API has not taken the definitions");
}
