import { type Partition, REGIONS, region as regionOf } from "../../facts/regions";
import { didYouMean, orList } from "../../kernel/nearest";

/** What is wrong with a Region beside that of the environment, whose partition it must be of; null: it is. */
export function notPeer(
  name: string,
  env: { readonly region: string; readonly partition: Partition },
): { readonly message: string; readonly fix: string } | null {
  const found = regionOf(name);
  if (found?.partition === env.partition) return null;
  const peers = Object.keys(REGIONS).filter((one) => regionOf(one)?.partition === env.partition);
  return found
    ? {
        message: `${name} is of ${found.partition}, ${env.region} of ${env.partition}`,
        fix: `choose ${orList(peers.filter((one) => one !== env.region).slice(0, 3))} or another Region of ${env.partition}`,
      }
    : {
        message: `${name} is no Region that is known here`,
        fix:
          didYouMean(name, peers) ??
          "choose a Region of config/facts/regions.ts, or add a row there if AWS has opened a new one",
      };
}
