# Written by railyard examples
"""How a job is asked to write its checkpoint and end."""
import os
import signal


class StopRequest:
    """
    A file in the folder of checkpoints, or SIGTERM.

    The file is the way of the jobs here: on SIGTERM torchrun gives its processes 30 seconds and kills them, and the checkpoint
    of a large model takes longer.
    """

    def __init__(self, folder, rank):
        # one process asks the file system, and tells the others
        self.path, self.told = os.path.join(folder, "stop") if rank == 0 else None, False
        signal.signal(signal.SIGTERM, self.tell)

    def tell(self, *_):
        self.told = True

    def is_asked(self):
        return self.told or (self.path is not None and os.path.exists(self.path))
