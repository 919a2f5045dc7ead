import { loadEnvironments } from "../../../config";
import { ENVIRONMENTS } from "../../../config/environments";
import { configHash } from "../../../scripts/commands/verify/folder";
import { NOW } from "../../helpers/environment";

test("what is written of an environment, with its defaults, is read again as the same: weekly runs have it from the cluster", () => {
  for (const { resolved } of loadEnvironments(ENVIRONMENTS, [], NOW)) {
    const text: unknown = JSON.parse(JSON.stringify(resolved.written));
    const [again] = loadEnvironments({ [resolved.name]: () => text as never }, [resolved.name], NOW);
    expect([resolved.name, configHash(again!.resolved)]).toEqual([resolved.name, configHash(resolved)]);
  }
});
