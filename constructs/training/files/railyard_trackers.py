# Written by railyard examples
"""
Steps of a training for TensorBoard and Weights & Biases, by railyard_telemetry.py of the first process.

- TensorBoard: $RAILYARD_TENSORBOARD is a folder that all nodes see; each job has its own below it. Nothing leaves the cluster.
  It needs the package tensorboard.
- Weights & Biases: $RAILYARD_WANDB is a project. It needs the package wandb, which sends what is here, the program's name and its
  output to api.wandb.ai, or to $WANDB_BASE_URL, by port 443 and the proxy of $HTTPS_PROXY. The key is $WANDB_API_KEY, or what `wandb login` left
  in the user's home; neither is written anywhere by this. WANDB_MODE=offline sends nothing, and `wandb sync` does it later.

A package that is missing, or a service that does not answer, is told in a line and ends no training.
"""
import os
import sys
import time


class TensorBoard:
    def __init__(self, folder, job):
        # without PyTorch's writer, which is this one and needs PyTorch
        from tensorboard.compat.proto.event_pb2 import Event
        from tensorboard.compat.proto.summary_pb2 import Summary
        from tensorboard.compat.proto.tensor_pb2 import TensorProto
        from tensorboard.plugins.text.metadata import create_summary_metadata
        from tensorboard.summary.writer.event_file_writer import EventFileWriter

        self.event, self.summary, self.writer = Event, Summary, EventFileWriter(os.path.join(folder, job))
        # 7: a text
        self.text = lambda name, value: Summary.Value(tag=name, metadata=create_summary_metadata(name, ""), tensor=TensorProto(dtype=7, string_val=[value.encode()]))

    def about(self, values, at):
        rows = [self.text(name, value) for name, value in values.items()]
        self.writer.add_event(self.event(wall_time=at, step=0, summary=self.summary(value=rows)))

    def step(self, number, values, at):
        rows = [self.summary.Value(tag=name, simple_value=value) for name, value in values.items()]
        self.writer.add_event(self.event(wall_time=at, step=number, summary=self.summary(value=rows)))

    def close(self):
        self.writer.close()


class WeightsAndBiases:
    def __init__(self, project, job):
        import wandb

        # a job that goes on after the queue is one run there, too
        self.run = wandb.init(project=project, name=os.environ.get("SLURM_JOB_NAME"), id=job, resume="allow", group=os.environ.get("SLURM_JOB_ACCOUNT"))

    def about(self, values, at):
        # a job that goes on may read another version than it began with
        self.run.config.update(values, allow_val_change=True)

    def step(self, number, values, at):
        self.run.log(values, step=number)

    def close(self):
        self.run.finish()


class Trackers:
    """All that are asked for. @param job number or name of the job"""

    def __init__(self, job):
        asked = {"TensorBoard": (TensorBoard, "RAILYARD_TENSORBOARD"), "Weights & Biases": (WeightsAndBiases, "RAILYARD_WANDB")}
        self.all = {}
        for name, (kind, variable) in asked.items():
            if os.environ.get(variable):
                self.attempt(name, lambda: self.all.update({name: kind(os.environ[variable], job)}))

    def about(self, values):
        """What the run is of. @param values texts by name"""
        for name, each in list(self.all.items()):
            self.attempt(name, lambda: each.about(values, time.time()))

    def step(self, number, values, at):
        """@param values numbers by name; None is not known @param at seconds since 1970"""
        known = {name: float(value) for name, value in values.items() if value is not None}
        for name, each in list(self.all.items()):
            self.attempt(name, lambda: each.step(number, known, at))

    def close(self):
        for name, each in list(self.all.items()):
            self.attempt(name, each.close)

    def attempt(self, name, act):
        """What raises is told once, and not asked again: what people look at is worth no training."""
        try:
            act()
        except Exception as error:  # noqa: BLE001
            self.all.pop(name, None)
            print(f"{name} has no more of this run: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}", file=sys.stderr, flush=True)
