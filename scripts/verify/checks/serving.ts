import { servingScript } from "../../../constructs/verify/serving-script";
import type { Check } from "../check";
import { judgeServing } from "../judge/serving";
import { parseServing } from "../parse/serving";
import { withoutWholeGpus } from "./programs";

/** Heads of the model over which it is spread. */
const HEADS = 8;

/** Longest wait for the server, s: it compiles for the GPUs at its start. */
const START_SECONDS = 900;

/**
 * A model of random weights is served by vLLM over all GPUs of a node, and asked by 1, 8 and 64 clients. Nobody has published what
 * this model does: figures are kept as a baseline.
 * @see https://docs.vllm.ai/en/stable/cli/serve/
 */
export const SERVING: Check = {
  id: "inference",
  title: "A model that is served and asked (vLLM)",
  suites: ["accept", "weekly"],
  group: "node",
  minutes: 30,
  plan: (pool, { images }) => {
    const why = withoutWholeGpus(pool);
    if (why !== null) return why;
    const image = images?.vllm;
    if (image === undefined) return "nothing serves models here: --image vllm=<image> names an image with vLLM.";
    const { count } = pool.gpus!;
    if (HEADS % count !== 0) return `its model is spread over 1, 2, 4 or 8 GPUs, and nodes have ${count}.`;
    return {
      job: () => ({ tasksPerNode: 1, image, mpi: false, env: {}, script: servingScript(count, START_SECONDS) }),
      judge: (output) => judgeServing(parseServing(output)),
    };
  },
};
