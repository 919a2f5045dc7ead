import type { z } from "zod";
import { ExpectedError } from "../errors/expected-error";
import { checkedForm } from "./checked-form";
import { outputFile, writeOutputs, type Output } from "./output";
import { isJsonWith } from "./output-kinds";
import { parseJson, readText } from "./read-json";

/** What every recording of an environment has: its form, when it was taken, and of whom. */
interface Recorded {
  readonly format: 1;
  readonly takenAt: string;
  readonly environment: string;
}

interface RecordingForm<T extends Recorded> {
  /** As in "a recording of usage". */
  readonly what: string;
  readonly schema: z.ZodType<T>;
  /** Keys that no other JSON has: only a file with all of them is written over without `--force`. */
  readonly keys: readonly string[];
}

/** What answers of an environment are kept in by `--record`, and read from by `--replay`. */
export class RecordingFile<T extends Recorded> {
  constructor(private readonly form: RecordingForm<T>) {}

  /** @throws DocumentError when the text is no such recording */
  parse(content: string, file: string): T {
    const document = { name: file, fix: "Record it anew with --record." };
    const what = `a recording of ${this.form.what}`;
    return checkedForm(this.form.schema, parseJson(content, document), { ...document, what });
  }

  /** What `--replay` names. @throws DocumentError @throws ExpectedError where it is of another environment */
  replayed(file: string, environment: string): T {
    const recording = this.parse(readText(file, { name: `--replay: ${file}` }), file);
    if (recording.environment !== environment)
      throw new ExpectedError(`${file} is a recording of ${recording.environment}, and not of ${environment}.`);
    return recording;
  }

  /** The file of `--record`, looked at before anybody is asked. @throws ExpectedError where something else is in it */
  output(path: string, force: boolean | undefined): Output {
    const isGenerated = isJsonWith("format", "takenAt", ...this.form.keys);
    return outputFile({ option: "--record", path, isGenerated, force });
  }

  /** @throws ExpectedError when the file cannot be written */
  write(output: Output, recording: T): void {
    writeOutputs([{ ...output, text: `${JSON.stringify(recording, null, 1)}\n` }]);
  }
}
