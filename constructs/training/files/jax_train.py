# Written by railyard examples
"""
Trains a small network with JAX on all devices of a job: the batch is divided among them, and so are the weights.

One process for each node. Orbax writes checkpoints while the training goes on, and gives them their names when they are whole.
"""
import argparse
import os
import time

import jax
import jax.numpy as jnp
import numpy
import orbax.checkpoint as ocp
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from batch import positive
from railyard_telemetry import Telemetry
from stop import StopRequest


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=positive, default=1000)
    parser.add_argument("--global-batch", type=positive, default=1024, help="samples of a step: a multiple of all devices")
    parser.add_argument("--width", type=positive, default=1024, help="a multiple of all devices")
    parser.add_argument("--layers", type=positive, default=4)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--checkpoints", default=os.environ.get("CHECKPOINTS", "checkpoints"), help="folder that all nodes see")
    parser.add_argument("--checkpoint-every", type=positive, default=100, help="steps")
    parser.add_argument("--keep", type=positive, default=3)
    return parser.parse_args()


def join():
    """Finds the other processes: Slurm and the job say them; elsewhere COORDINATOR, PROCESSES and PROCESS do."""
    if "COORDINATOR" in os.environ:
        where, names = os.environ["COORDINATOR"], ("PROCESSES", "PROCESS")
    elif int(os.environ.get("SLURM_NTASKS", "1")) > 1:
        where, names = f"{os.environ['MASTER_ADDR']}:{os.environ['MASTER_PORT']}", ("SLURM_NTASKS", "SLURM_PROCID")
    else:
        return
    # by itself JAX would see one GPU of a task, and look for the first task on the first node by name
    jax.distributed.initialize(where, *(int(os.environ[name]) for name in names), cluster_detection_method="deactivate")


def main():
    args = arguments()
    join()
    devices = jax.devices()
    for name in ("global_batch", "width"):
        if getattr(args, name) % len(devices):
            raise SystemExit(f"--{name.replace('_', '-')} {getattr(args, name)} is no multiple of {len(devices)} devices")
    mesh = Mesh(numpy.array(devices), ("data",))
    shared = NamedSharding(mesh, PartitionSpec("data"))
    first = jax.process_index() == 0

    @jax.jit
    def begin():
        keys = jax.random.split(jax.random.key(1), args.layers)
        weights = [jax.random.normal(key, (args.width, args.width)) * args.width**-0.5 for key in keys]
        return {"weights": weights, "moment": [jnp.zeros_like(w) for w in weights], "step": jnp.zeros((), jnp.int32)}

    def loss_of(weights, rows):
        out = rows
        for weight in weights:
            out = out + jnp.tanh(out @ weight)
        # a target that anybody can compute: the row turned by one place
        return jnp.mean((out - jnp.roll(rows, 1, axis=1)) ** 2)

    @jax.jit
    def one_step(state, rows):
        loss, gradients = jax.value_and_grad(loss_of)(state["weights"], rows)
        moment = [0.9 * m + g for m, g in zip(state["moment"], gradients)]
        weights = [w - args.learning_rate * m for w, m in zip(state["weights"], moment)]
        return {"weights": weights, "moment": moment, "step": state["step"] + 1}, loss

    def samples(step):
        """The same rows of a step on any number of processes; each makes those of its devices."""
        def part(index):
            start, stop, _ = index[0].indices(args.global_batch)
            return numpy.stack([numpy.random.default_rng((1, step, row)).standard_normal(args.width, numpy.float32) for row in range(start, stop)])

        return jax.make_array_from_callback((args.global_batch, args.width), shared, part)

    places = jax.tree.map(lambda array: shared if array.ndim else NamedSharding(mesh, PartitionSpec()), jax.eval_shape(begin))
    state = jax.jit(begin, out_shardings=places)()
    manager = ocp.CheckpointManager(os.path.abspath(args.checkpoints), options=ocp.CheckpointManagerOptions(max_to_keep=args.keep, enable_async_checkpointing=True))
    if manager.latest_step() is not None:
        state = manager.restore(manager.latest_step(), args=ocp.args.StandardRestore(state))
    step = int(state["step"])
    request = StopRequest(args.checkpoints, jax.process_index())
    if first:
        print(f"starts at step {step} with {jax.process_count()} processes and {len(devices)} devices", flush=True)
    telemetry = Telemetry(rank=jax.process_index(), world=jax.process_count(), log=args.checkpoints, unit="samples")
    if step > 0:
        telemetry.checkpoint_read(os.path.getmtime(os.path.join(args.checkpoints, str(step))))
    ends, saving = False, None
    while step < args.steps and not ends:
        with telemetry.step(step + 1, args.global_batch) as told:
            with told.phase("data"):
                rows = samples(step)
            with told.phase("compute"):
                state, loss = one_step(state, rows)
                step += 1
                told.loss = float(loss)
            asked = jax.make_array_from_callback((len(devices),), shared, lambda _: numpy.array([request.is_asked()], numpy.float32))
            ends = bool(jnp.max(asked) > 0) or step == args.steps
            if ends or step % args.checkpoint_every == 0:
                with told.phase("checkpoint"):
                    manager.save(step, args=ocp.args.StandardSave(state), force=ends)
                saving = time.perf_counter()
        if saving is not None and not manager.is_saving_in_progress():
            telemetry.checkpoint_written(time.perf_counter() - saving)
            saving = None
    manager.wait_until_finished()
    if saving is not None:
        telemetry.checkpoint_written(time.perf_counter() - saving)


if __name__ == "__main__":
    main()
