# Written by railyard examples
"""What each step says: a line that people and `railyard verify` read, and the same as JSON."""
import json
import os


def mfu(tokens_per_second, flops_per_token, processes, peak_tflops):
    """Share of the GPUs' peak that trains the model, 0 to 1. @param tokens_per_second of all processes together."""
    return tokens_per_second * flops_per_token / (processes * peak_tflops * 1e12)


def is_cut_off(path):
    """Whether the last line of a file was not ended."""
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return False
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() != b"\n"


class StepLog:
    """Written by the first process. Lines of steps that a restart repeats stay: the later one counts."""

    def __init__(self, folder, flops_per_token, processes, peak_tflops):
        self.flops, self.processes, self.peak = flops_per_token, processes, peak_tflops
        self.path, self.failed = os.path.join(folder, "steps.jsonl"), False
        # what was killed may have left the beginning of a line
        self.write("\n" if is_cut_off(self.path) else "")

    def step(self, number, loss, tokens, seconds, waited, stalled, slowest):
        """@param seconds of the step @param waited of them for data @param stalled of them for the checkpoint @param slowest rank, and its seconds of computing"""
        rate = tokens / seconds
        share = None if self.peak is None else mfu(rate, self.flops, self.processes, self.peak)
        tflops = rate * self.flops / self.processes / 1e12
        text = "" if share is None else f"  mfu: {100 * share:.2f}%"
        # six digits: a loss is compared with that of other runs
        print(f"step: {number}  loss: {loss:.6f}  tps: {rate / self.processes:,.0f}  tflops: {tflops:,.2f}{text}", flush=True)
        row = {
            "step": number,
            "loss": loss,
            "processes": self.processes,
            "tokens_per_second": rate,
            "mfu": share,
            "step_seconds": seconds,
            "data_wait_seconds": waited,
            "checkpoint_stall_seconds": stalled,
            "slowest_rank": slowest[0],
            "slowest_compute_seconds": slowest[1],
        }
        self.write(json.dumps(row) + "\n")

    def write(self, text):
        """A disk that takes no line is told once, and ends no training: the line above has the same."""
        try:
            with open(self.path, "a", encoding="utf8") as file:
                file.write(text)
            self.failed = False
        except OSError as error:
            if not self.failed:
                print(f"{self.path} is not written: {error}", flush=True)
            self.failed = True
