# Written by railyard examples
"""
Trains a decoder on all processes of a job: DDP, where each holds the model, or FSDP2, where all hold it together.

It goes on from the newest whole checkpoint with any number of processes, and its steps stay the same steps.
"""
import argparse
import contextlib
import os

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
from torch.nn.parallel import DistributedDataParallel

from batch import micro_batches, positive, samples
from checkpoint import Checkpoints, dcp_reader, dcp_writer
from device import own_device
from model import SIZES, Decoder, flops_per_token, loss_of
from railyard_telemetry import Telemetry
from ranks import set_ranks
from stop import StopRequest
from tokens import batch, tokens_of


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parallel", choices=("ddp", "fsdp2"), default="ddp")
    parser.add_argument("--model", choices=SIZES, default="tiny")
    parser.add_argument("--data", help="file of token numbers, two bytes each, or four where it ends with .u32; made-up tokens where left out")
    parser.add_argument("--steps", type=positive, default=1000)
    parser.add_argument("--global-batch", type=positive, default=64, help="samples of a step, on all processes together")
    parser.add_argument("--micro-batch", type=positive, default=1, help="samples that a process computes at once")
    parser.add_argument("--learning-rate", type=float, default=3e-4)
    parser.add_argument("--warm-up", type=positive, default=20, help="steps until the learning rate is reached")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkpoints", default=os.environ.get("CHECKPOINTS", "checkpoints"), help="folder that all nodes see")
    parser.add_argument("--checkpoint-every", type=positive, default=100, help="steps")
    parser.add_argument("--keep", type=positive, default=3, help="checkpoints that stay")
    parser.add_argument("--peak-tflops", type=float, help="of a GPU, dense bf16: steps say their MFU")
    parser.add_argument("--measure", action="store_true", help="writes no checkpoint: steps alone are measured")
    parser.add_argument("--recompute", action="store_true", help="computes activations again in the backward pass, where memory is short")
    return parser.parse_args()


def parallel_model(args, model, device):
    """@returns the model as its processes run it, and the context of a micro-batch: only the last of a step sends gradients"""
    if args.parallel == "ddp":
        model.start(args.seed)
        wrapped = DistributedDataParallel(model, device_ids=[device.index] if device.type == "cuda" else None)
        return wrapped, lambda last: contextlib.nullcontext() if last else wrapped.no_sync()
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

    precision = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32) if device.type == "cuda" else MixedPrecisionPolicy()
    for block in model.blocks:
        fully_shard(block, mp_policy=precision)
    fully_shard(model, mp_policy=precision)
    model.to_empty(device=device)
    model.start(args.seed)

    @contextlib.contextmanager
    def only_last(last):
        model.set_requires_gradient_sync(last)
        yield

    return model, only_last


def recompute(model):
    from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper

    for place, block in enumerate(model.blocks):
        model.blocks[place] = checkpoint_wrapper(block)


class Run:
    def __init__(self, args, rank, world, local, device):
        self.args, self.rank, self.world, self.device = args, rank, world, device
        size = SIZES[args.model]
        self.turns = micro_batches(args.global_batch, world, args.micro_batch)
        self.source = tokens_of(args, size)
        # a model that all hold together may be too large for one: it gets its memory when it is divided
        with torch.device("meta" if args.parallel == "fsdp2" else device):
            model = Decoder(size)
        self.telemetry = Telemetry(
            rank=rank, world=world, local=local, flops_per_token=flops_per_token(model, size.sequence), peak_tflops=args.peak_tflops, log=args.checkpoints
        )
        if args.recompute:
            recompute(model)
        self.model, self.turn_of = parallel_model(args, model, device)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=args.learning_rate, weight_decay=0.1, betas=(0.9, 0.95))
        self.checkpoints = Checkpoints(args.checkpoints, args.keep, self.telemetry)
        self.step = self.restore()

    def state(self):
        model, optimizer = get_state_dict(self.model, self.optimizer)
        return {"model": model, "optimizer": optimizer}

    def restore(self):
        state = self.state()
        step = self.checkpoints.restore(dcp_reader(state))
        if step > 0:
            set_state_dict(self.model, self.optimizer, model_state_dict=state["model"], optim_state_dict=state["optimizer"])
        return step

    def one_step(self, told):
        """@param told the step as telemetry sees it @returns the mean loss of this process' samples"""
        args, loss = self.args, 0.0
        for group in self.optimizer.param_groups:
            group["lr"] = args.learning_rate * min(1.0, (self.step + 1) / args.warm_up)
        autocast = torch.autocast("cuda", torch.bfloat16) if self.device.type == "cuda" and args.parallel == "ddp" else contextlib.nullcontext()
        for turn in range(self.turns):
            with told.phase("data"):
                numbers = samples(self.step, args.global_batch, self.rank, self.world, args.micro_batch, turn)
                # a process without samples takes part in the messages, and its gradient weighs nothing
                inputs, wanted = batch(self.source, numbers or [self.step * args.global_batch], self.device)
            # the mean over processes is the mean over the samples of the step
            weight = len(numbers) * self.world / args.global_batch
            last = turn == self.turns - 1
            with self.turn_of(last):
                # what comes before the last backward has no message of others in it: who is slow here is slow by himself
                with told.phase("compute"):
                    with autocast:
                        part = weight * loss_of(self.model, inputs, wanted)
                    if last:
                        self.wait_for_gpu()
                    else:
                        part.backward()
                if last:
                    with told.phase("messages"):
                        part.backward()
            loss += part.detach()
        with told.phase("optimizer"):
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            self.optimizer.zero_grad(set_to_none=True)
        return loss

    def wait_for_gpu(self):
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    def together(self, loss, computed, waited, stop):
        """One message that all need: the mean loss, the slowest process, who waited longest, whether to stop, and whether checkpoints are written."""
        own = torch.tensor([float(loss), computed, waited, float(stop), float(self.checkpoints.is_written())], dtype=torch.float64)
        rows = [torch.empty_like(own) for _ in range(self.world)]
        dist.all_gather(rows, own, group=self.checkpoints.group)
        table = torch.stack(rows)
        slowest = int(table[:, 1].argmax())
        return {
            "loss": float(table[:, 0].mean()),
            "slowest": (slowest, float(table[slowest, 1])),
            "waited": float(table[:, 2].max()),
            "stop": bool(table[:, 3].any()),
            "written": bool(table[:, 4].all()),
        }

    def train(self):
        args, ends = self.args, False
        if self.rank == 0:
            print(f"starts at step {self.step} with {self.world} processes, each {self.turns} micro-batches of {args.micro_batch}", flush=True)
        request = StopRequest(args.checkpoints, self.rank)
        tokens = args.global_batch * SIZES[args.model].sequence
        while self.step < args.steps and not ends:
            with self.telemetry.step(self.step + 1, tokens) as told:
                loss = self.one_step(told)
                self.step += 1
                said = self.together(loss, told.spent("compute"), told.spent("data"), request.is_asked())
                told.loss, told.slowest, told.waited = said["loss"], said["slowest"], said["waited"]
                ends = said["stop"] or self.step == args.steps
                with told.phase("checkpoint"):
                    if said["written"]:
                        self.checkpoints.finish()
                    if not args.measure and (ends or self.step % args.checkpoint_every == 0):
                        self.checkpoints.start(self.step, dcp_writer(self.state()))
        failure = self.checkpoints.finish()
        if failure:
            raise RuntimeError(f"the last checkpoint failed: {failure}")
        if self.rank == 0 and self.step < args.steps:
            print(f"stopped at step {self.step}, as it was asked to", flush=True)


def main():
    args = arguments()
    rank, world, local = set_ranks()
    device = own_device(local)
    has_gpus = device.type == "cuda"
    # checkpoints go by the CPUs
    dist.init_process_group("cpu:gloo,cuda:nccl" if has_gpus else "gloo")
    Run(args, rank, world, local, device).train()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
