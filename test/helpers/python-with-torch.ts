import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./process";

/** Where the tests of training look for PyTorch: 5 GB that nothing else here needs. */
export const TRAINING_PYTHON = process.env["RAILYARD_TRAINING_PYTHON"] ?? join(ROOT, ".cache/training/bin/python");

/** @throws Error that says how to get it */
export function requireTraining(): void {
  const has =
    existsSync(TRAINING_PYTHON) &&
    spawnSync(TRAINING_PYTHON, [
      "-c",
      "import torch, deepspeed, jax, orbax.checkpoint, opentelemetry.sdk, opentelemetry.exporter.otlp, tensorboard, wandb",
    ]).status === 0;
  if (!has)
    throw new Error(
      `${TRAINING_PYTHON} has no PyTorch, DeepSpeed, JAX, Orbax, OpenTelemetry, TensorBoard and wandb: python3 -m venv .cache/training && .cache/training/bin/pip install torch numpy deepspeed jax orbax-checkpoint opentelemetry-sdk opentelemetry-exporter-otlp-proto-http tensorboard wandb`,
    );
}
