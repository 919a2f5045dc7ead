/**
 * Generic top-level domains under which anybody may register a name. The root zone has over a thousand more, some of them of one
 * company: those are not listed. Of two letters are those of countries, and they alone.
 * @see https://www.iana.org/domains/root/db (2026-11)
 */
const OF_EVERYBODY: ReadonlySet<string> = new Set(
  "com net org edu gov mil int arpa info biz name pro dev app cloud tech online site xyz".split(" "),
);

/** Whether a label alone is a top-level domain of everybody or of a country. */
export const isPublicTopLevel = (label: string): boolean => OF_EVERYBODY.has(label) || /^[a-z]{2}$/.test(label);
