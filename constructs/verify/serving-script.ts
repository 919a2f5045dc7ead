import { deflateSync } from "node:zlib";
import { scriptFile } from "../core/script-file";

/** Below it are the ports of rails, devices and trainings. */
const PORT = 18_840;

/** Bash that serves a small model by vLLM on all GPUs of a node and asks it. @param waitSeconds longest wait for the server */
export const servingScript = (gpus: number, waitSeconds: number): string =>
  scriptFile("verify/files/serve.sh", {
    values: {
      gpus,
      port: PORT,
      wait: waitSeconds,
      files: deflateSync(JSON.stringify({ "serve.py": scriptFile("verify/files/serve.py") })).toString("base64"),
    },
  });
