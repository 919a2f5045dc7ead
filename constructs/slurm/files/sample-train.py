"""Trains a small model with a checkpoint every few steps, and goes on where the last run stopped."""
# Started by pytorch.sbatch and one-node.sbatch: torchrun train.py
import os
import signal
import sys

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

STEPS = int(os.environ.get("STEPS", "10000"))
EVERY = int(os.environ.get("CHECKPOINT_EVERY", "500"))
FOLDER = os.environ.get("CHECKPOINTS", "checkpoints")

asked_to_stop = False


def stop(*_):
    global asked_to_stop
    asked_to_stop = True


def main():
    signal.signal(signal.SIGTERM, stop)
    dist.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
    rank = dist.get_rank()
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"])) if torch.cuda.is_available() else torch.device("cpu")
    if device.type == "cuda":
        torch.cuda.set_device(device)
    model = DistributedDataParallel(torch.nn.Linear(1024, 1024).to(device))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    step = 0
    path = os.path.join(FOLDER, "last.pt")
    if os.path.exists(path):
        saved = torch.load(path, map_location=device, weights_only=True)
        model.module.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        step = saved["step"]
    if rank == 0:
        os.makedirs(FOLDER, exist_ok=True)
        print(f"starts at step {step} with {dist.get_world_size()} processes", flush=True)

    def save():
        if rank == 0:
            # whole, or not at all: what is half written never has the name
            torch.save({"model": model.module.state_dict(), "optimizer": optimizer.state_dict(), "step": step}, path + ".part")
            os.replace(path + ".part", path)

    flag = torch.zeros(1, device=device)
    while step < STEPS:
        loss = model(torch.randn(64, 1024, device=device)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        # all processes stop at the same step, or those that go on wait for ever
        flag.fill_(float(asked_to_stop))
        dist.all_reduce(flag, op=dist.ReduceOp.MAX)
        if step % EVERY == 0 or flag.item() > 0:
            save()
        if flag.item() > 0:
            break
    else:
        save()
    dist.destroy_process_group()
    sys.exit(0)


main()
# Written by railyard examples
