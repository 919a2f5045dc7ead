/** What a long command is at, a line at a time, each with the time since it began. */
export class Progress {
  readonly #write: (line: string) => void;
  readonly #now: () => number;
  readonly #began: number;

  /** @param now milliseconds, from any moment on */
  constructor(write: (line: string) => void, now: () => number = () => performance.now()) {
    this.#write = write;
    this.#now = now;
    this.#began = now();
  }

  readonly tell = (text: string): void => {
    this.#write(`[${elapsed(this.#now() - this.#began)}] ${text}`);
  };
}

/** As in ` 0:07`, `12:40`, `1:02:03`. */
export function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`.padStart(5);
}

/** Whether a line of Terraform is news: a resource begins or ends, has gone on for another whole minute, or somebody has the state. */
export function isNews(line: string): boolean {
  const still = /: Still .*\[(?:id=[^\]]*, )?(?:(\d+)h)?(?:(\d+)m)?0?(\d+)s elapsed\]/.exec(line);
  if (still) return Number(still[3]) === 0;
  return /^Acquiring state lock|: (Creating|Modifying|Destroying)\.\.\.|: (Creation|Modifications|Destruction) complete/.test(
    line,
  );
}
