const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time in the two units that matter: `3 d 4 h`, `12 min`. */
export function spanText(milliseconds: number): string {
  const span = Math.abs(milliseconds);
  const [days, hours, minutes] = [
    Math.floor(span / DAY),
    Math.floor((span % DAY) / HOUR),
    Math.floor((span % HOUR) / MINUTE),
  ];
  if (days > 0) return hours > 0 && days < 10 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return minutes > 0 ? `${minutes} min` : "less than a minute";
}

/** `2026-11-22T10:02:11Z` → `11-22 10:02`; a moment that is none is `unknown`. */
export function momentText(iso: string | null): string {
  const at = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isNaN(at) ? "unknown" : new Date(at).toISOString().slice(5, 16).replace("T", " ");
}
