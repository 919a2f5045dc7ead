"""Multiplies matrices on all GPUs of a node at once, for long enough that they get warm, and prints a line for each."""
import argparse
import statistics
import threading
import time

import torch

WARM_UP = 50


def measure(device, shape, seconds, batch, found):
    rows, columns, between = shape
    generator = torch.Generator(device=device).manual_seed(1)
    one = torch.randn(rows, between, device=device, generator=generator).to(torch.bfloat16)
    other = torch.randn(between, columns, device=device, generator=generator).to(torch.bfloat16)
    wait = torch.cuda.synchronize if device.type == "cuda" else lambda _: None
    for _ in range(WARM_UP if device.type == "cuda" else 1):
        first = one @ other
    wait(device)
    rates, until, product = [], time.perf_counter() + seconds, first
    while len(rates) < 3 or time.perf_counter() < until:
        began = time.perf_counter()
        for _ in range(batch):
            product = one @ other
        wait(device)
        rates.append(2 * rows * columns * between * batch / (time.perf_counter() - began) / 1e12)
    third = len(rates) // 3
    found[device] = {
        "tflops": statistics.median(rates),
        "first": statistics.median(rates[:third]),
        "last": statistics.median(rates[-third:]),
        # the same numbers give the same product, bit by bit, on the same GPU
        "same": "yes" if torch.equal(first, product) else "no",
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shape", required=True, help="rows x columns x between")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--batch", type=int, default=100)
    args = parser.parse_args()
    shape = [int(part) for part in args.shape.split("x")]
    count = torch.cuda.device_count()
    devices = [torch.device("cuda", number) for number in range(count)] or [torch.device("cpu")]
    found = {}
    threads = [threading.Thread(target=measure, args=(device, shape, args.seconds, args.batch, found)) for device in devices]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, device in enumerate(devices):
        if device in found:
            values = " ".join(f"{key}={value if isinstance(value, str) else format(value, '.4f')}" for key, value in found[device].items())
            print(f"gpu={number} kind={device.type} {values}", flush=True)


if __name__ == "__main__":
    main()
