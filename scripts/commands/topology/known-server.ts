import { SERVER_NAMES, SERVERS, type Server } from "../../../config/facts/servers";
import { didYouMean } from "../../../config/kernel/nearest";
import { UsageError } from "../../lib/errors/usage";

/** A server of the catalogue. @throws UsageError for one that it does not have */
export function knownServer(name: string, option: string): Server {
  const known = SERVER_NAMES.find((one) => one === name);
  if (known !== undefined) return SERVERS[known];
  const hint = didYouMean(name, SERVER_NAMES) ?? `there are ${SERVER_NAMES.join(", ")}`;
  throw new UsageError(`${option}: there is no server ${JSON.stringify(name)} in the catalogue: ${hint}`);
}
