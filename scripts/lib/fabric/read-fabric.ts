import { readFileSync } from "node:fs";
import { NoFabricError, readIbnetdiscover, type FabricGraph } from "../../../config/topology/ibnetdiscover";
import { ExpectedError } from "../errors/expected-error";
import { visible } from "../terminal/visible";

/** The fabric of a file with what ibnetdiscover printed; `-` is the standard input. @throws ExpectedError where it is no whole fabric */
export function readFabric(file: string): FabricGraph {
  try {
    return readIbnetdiscover(readFileSync(file === "-" ? 0 : file, "utf8"));
  } catch (error) {
    if (!(error instanceof NoFabricError)) throw error;
    throw new ExpectedError(visible(`${file === "-" ? "the standard input" : file}: ${error.message}`));
  }
}
