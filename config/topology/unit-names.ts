import type { FabricSwitch } from "./ibnetdiscover";

/** What the one unit at the top is called. */
export const ROOT_UNIT = "core";

/**
 * Names of units, by layer from the leaves to the top. A unit of one switch has its name, several have what their names begin
 * with (`su1-r0`, `su1-r1` → `su1`), and where that is nothing, or another unit has it too, a number.
 */
export function namesOf(layers: readonly (readonly (readonly FabricSwitch[])[])[]): string[][] {
  const taken = new Set<string>();
  return layers.map((units, height) => {
    const isTop = height > 0 && height === layers.length - 1 && units.length === 1;
    const own = units.map((switches) => (isTop ? ROOT_UNIT : commonName(switches.map(({ name }) => name))));
    return own.map((name, place) => {
      const isFree = name !== null && !taken.has(name) && own.indexOf(name) === own.lastIndexOf(name);
      const chosen = isFree && (isTop || name !== ROOT_UNIT) ? name : numbered(height, place, taken);
      taken.add(chosen);
      return chosen;
    });
  });
}

/** First words that all names have; null where they have none. */
function commonName(names: readonly string[]): string | null {
  if (names.length === 1) return names[0]!;
  const words = names.map((name) => name.split(/(?<=[-_.])/));
  const shared: string[] = [];
  for (const [at, word] of words[0]!.entries()) {
    if (!words.every((one) => one[at] === word && one.length > at + 1)) break;
    shared.push(word);
  }
  const name = shared.join("").replace(/[-_.]+$/, "");
  // the first letter of an id is that of all switches
  return name === "" || name === "S" ? null : name;
}

function numbered(height: number, place: number, taken: ReadonlySet<string>): string {
  const word = height === 0 ? "unit" : height === 1 ? "spine" : `layer${height + 1}-`;
  let number = place + 1;
  while (taken.has(`${word}${number}`)) number += 1;
  return `${word}${number}`;
}
