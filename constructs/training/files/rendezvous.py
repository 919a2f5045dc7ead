# Written by railyard examples
"""The place where the agents of an elastic job meet, apart from all of them: one that is lost does not take it along."""
import signal
import sys

from torch.distributed import TCPStore

store = TCPStore("0.0.0.0", int(sys.argv[1]), is_master=True, wait_for_workers=False)
print(f"agents meet at port {store.port}", flush=True)
signal.pause()
