import { scriptFile } from "../core/script-file";

/** Programs that jobs share, and those that they start. */
const PROGRAMS = [
  "batch.py",
  "checkpoint.py",
  "deepspeed_train.py",
  "device.py",
  "jax_train.py",
  "loader.py",
  "model.py",
  "railyard_datasets.py",
  "railyard_profile.py",
  "railyard_profile_archive.py",
  "railyard_telemetry.py",
  "railyard_trackers.py",
  "ranks.py",
  "rendezvous.py",
  "shards.py",
  "stop.py",
  "tokens.py",
  "train.py",
] as const;

/** Reference training in Python, by file name: it asks for PyTorch, and where its name says so for DeepSpeed or JAX. */
export function trainingPrograms(): Record<string, string> {
  return Object.fromEntries(PROGRAMS.map((name) => [name, scriptFile(`training/files/${name}`)]));
}
