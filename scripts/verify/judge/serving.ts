import { fourDigits } from "../four-digits";
import type { Serving } from "../parse/serving";
import { type Finding, verdict, type Verdict } from "../verdict";

/** Judges a server of a model: every request is answered in full, and many at one time give more tokens a second than one. */
export function judgeServing({ startSeconds, words, loads }: Serving): Verdict {
  const because = words === null ? "" : `: ${words}`;
  if (startSeconds === null)
    return verdict(
      [],
      [
        {
          text: `The server did not start${because}.`,
          fix: "look whether vLLM of the image is built for this driver, and at /dev/shm and the memory of the GPUs",
        },
      ],
      "",
    );
  const [, ...measured] = loads;
  const findings: Finding[] = [];
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  const requests = loads.reduce((sum, load) => sum + load.requests, 0);
  if (failed > 0)
    findings.push({
      text: `${failed} of ${requests} requests had no whole answer${because}.`,
      fix: "look at the kernel's log for XIDs of that minute, and run the check again with another image",
    });
  const short = loads.reduce((sum, load) => sum + load.short, 0);
  if (short > 0)
    findings.push({
      text: `${short} of ${requests} answers have another number of tokens than was asked for.`,
      fix: "look at the version of vLLM: it is to go on until max_tokens (ignore_eos)",
    });
  const [alone, many] = [measured[0], measured.at(-1)];
  if (alone?.rate && many?.rate && many.clients > alone.clients && many.rate < alone.rate)
    findings.push({
      text: `${many.clients} clients together get ${fourDigits(many.rate)} tokens a second, and one alone ${fourDigits(alone.rate)}.`,
      fix: "look at clocks and power of the GPUs under load, and at the CPUs that the server has",
    });
  const figures = measured.flatMap(({ clients, firstMs, worstMs, rate }) => {
    const of = clients === 1 ? "one client" : `${clients} clients`;
    return [
      { name: `First token, ${of}, median`, value: firstMs, unit: "ms" },
      { name: `First token, ${of}, longest`, value: worstMs, unit: "ms" },
      { name: `Tokens, ${of}`, value: rate, unit: "tokens/s" },
    ].flatMap(({ value, ...figure }) => (value === null ? [] : [{ ...figure, value, floor: null }]));
  });
  return verdict(
    // nodes are compared by the first one: tokens of all clients
    [
      ...figures.filter(({ unit }) => unit === "tokens/s").toReversed(),
      ...figures.filter(({ unit }) => unit === "ms"),
      { name: "Start of the server", value: startSeconds, unit: "s", floor: null },
    ],
    findings,
    "compare clocks and power of its GPUs with those of another node",
  );
}
