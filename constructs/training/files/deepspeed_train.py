# Written by railyard examples
"""Trains the same decoder with DeepSpeed: ZeRO 1 shares the optimizer's state, 2 the gradients, too, and 3 all of the weights."""
import argparse
import os

import deepspeed
import torch
import torch.distributed as dist

from batch import micro_batches, positive, samples
from checkpoint import Checkpoints, processes_of
from device import own_device
from model import SIZES, Decoder, first_weight, flops_per_token, loss_of
from railyard_telemetry import Telemetry
from ranks import set_ranks
from stop import StopRequest
from tokens import batch, tokens_of


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--zero", type=int, choices=(1, 2, 3), default=3)
    parser.add_argument("--model", choices=SIZES, default="tiny")
    parser.add_argument("--data", help="file of token numbers; made-up tokens where left out")
    parser.add_argument("--steps", type=positive, default=1000)
    parser.add_argument("--global-batch", type=positive, default=64, help="samples of a step: a whole number of processes times --micro-batch")
    parser.add_argument("--micro-batch", type=positive, default=1)
    parser.add_argument("--learning-rate", type=float, default=3e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkpoints", default=os.environ.get("CHECKPOINTS", "checkpoints"), help="folder that all nodes see")
    parser.add_argument("--checkpoint-every", type=positive, default=100, help="steps")
    parser.add_argument("--keep", type=positive, default=3)
    parser.add_argument("--peak-tflops", type=float, help="of a GPU, dense bf16")
    return parser.parse_args()


def settings(args, world, has_gpus):
    """DeepSpeed's own. @see https://www.deepspeed.ai/docs/config-json/"""
    turns = micro_batches(args.global_batch, world, args.micro_batch)
    if turns * world * args.micro_batch != args.global_batch:
        raise SystemExit(
            f"DeepSpeed wants whole shares: --global-batch {args.global_batch} is none for {world} processes with {args.micro_batch}; "
            f"use {turns * world * args.micro_batch}"
        )
    return {
        "train_batch_size": args.global_batch,
        "train_micro_batch_size_per_gpu": args.micro_batch,
        "gradient_accumulation_steps": turns,
        "gradient_clipping": 1.0,
        "zero_optimization": {"stage": args.zero},
        "bf16": {"enabled": has_gpus},
        "zero_allow_untested_optimizer": True,
        "steps_per_print": 1_000_000,
    }


def begin(args, size, config):
    """@returns work of a token, and the model: with ZeRO 3 no process ever holds all of it"""
    with torch.device("meta"):
        flops = flops_per_token(Decoder(size), size.sequence)
    with deepspeed.zero.Init(config_dict_or_path=config, enabled=args.zero == 3):
        model = Decoder(size)
    for place, weight in enumerate(model.parameters()):
        with deepspeed.zero.GatheredParameters([weight], modifier_rank=0, enabled=args.zero == 3):
            if args.zero < 3 or dist.get_rank() == 0:
                first_weight(weight.data, args.seed, place)
    return flops, model


def main():
    args = arguments()
    rank, world, local = set_ranks()
    device = own_device(local)
    has_gpus = device.type == "cuda"
    deepspeed.init_distributed("nccl" if has_gpus else "gloo", verbose=False)
    size = SIZES[args.model]
    config = settings(args, world, has_gpus)
    flops, model = begin(args, size, config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.learning_rate, weight_decay=0.1, betas=(0.9, 0.95))
    engine, *_ = deepspeed.initialize(model=model, optimizer=optimizer, config=config, dist_init_required=False)
    telemetry = Telemetry(rank=rank, world=world, local=local, flops_per_token=flops, peak_tflops=args.peak_tflops, log=args.checkpoints)
    checkpoints = Checkpoints(args.checkpoints, args.keep, telemetry)
    step = checkpoints.restore(lambda path, _: load(engine, path, world))
    source = tokens_of(args, size)
    request = StopRequest(args.checkpoints, rank)
    if rank == 0:
        print(f"starts at step {step} with {world} processes and ZeRO {args.zero}", flush=True)
    ends = False
    while step < args.steps and not ends:
        with telemetry.step(step + 1, args.global_batch * size.sequence) as told:
            loss, turns = 0.0, engine.gradient_accumulation_steps()
            for turn in range(turns):
                with told.phase("data"):
                    inputs, wanted = batch(source, samples(step, args.global_batch, rank, world, args.micro_batch, turn), device)
                with told.phase("compute"):
                    part = loss_of(engine, inputs, wanted)
                with told.phase("messages"):
                    engine.backward(part)
                    engine.step()
                loss += float(part.detach()) / turns
            step += 1
            rows = [None] * world
            dist.all_gather_object(rows, (loss, told.spent("compute"), told.spent("data"), request.is_asked()), group=checkpoints.group)
            slowest = max(range(world), key=lambda each: rows[each][1])
            told.loss, told.slowest, told.waited = sum(row[0] for row in rows) / world, (slowest, rows[slowest][1]), max(row[2] for row in rows)
            ends = any(row[3] for row in rows) or step == args.steps
            if ends or step % args.checkpoint_every == 0:
                with told.phase("checkpoint"):
                    checkpoints.start(step, lambda path, _: save(engine, path))
                    # DeepSpeed has written when it returns
                    failure = checkpoints.finish()
                    if failure and ends:
                        raise RuntimeError(f"the last checkpoint failed: {failure}")
    dist.destroy_process_group()


def load(engine, path, world):
    """A checkpoint of ZeRO is read by as many processes as wrote it; DeepSpeed's ds_to_universal changes that."""
    wrote = processes_of(path)
    if wrote != world:
        raise SystemExit(
            f"{path} was written by {wrote} processes, and DeepSpeed reads it with as many: there are {world}. "
            "Take as many, or another folder with --checkpoints, or DeepSpeed's ds_to_universal"
        )
    if engine.load_checkpoint(path, tag="state")[0] is None:
        raise SystemExit(f"DeepSpeed found nothing that it reads in {path}: say the --zero with which it was written")


def save(engine, path):
    engine.save_checkpoint(path, tag="state")
    return lambda: None


if __name__ == "__main__":
    main()
