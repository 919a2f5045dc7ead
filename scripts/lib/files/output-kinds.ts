import { jsonIn } from "./read-json";

/** Pages: their head names who wrote them. */
export const GENERATOR = '<meta name="generator" content="Railyard">';

export const isPage = (text: string): boolean => text.slice(0, 4096).includes(GENERATOR);

/** Texts and scripts: a comment in one of the first or last lines. */
export const writtenBy = (command: string): string => `Written by railyard ${command}`;

export const isTextOf =
  (command: string) =>
  (text: string): boolean =>
    lines(text).some((line) => line.includes(writtenBy(command)));

function lines(text: string): string[] {
  const all = text.split("\n");
  return [...all.slice(0, 5), ...all.slice(-5)];
}

/** JSON: an object with these keys at its top. */
export const isJsonWith =
  (...keys: readonly string[]) =>
  (text: string): boolean => {
    const value = jsonIn(text);
    return typeof value === "object" && value !== null && keys.every((key) => Object.hasOwn(value, key));
  };

/** Answers of AWS: `--record`. */
export const isRecording = isJsonWith("format", "takenAt", "answers");
