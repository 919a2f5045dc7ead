# Written by railyard examples
"""Where a process computes: on its own GPU, or on CPUs where the node has none."""
import torch


def own_device(local):
    """@param local rank of the process on its node"""
    if not torch.cuda.is_available():
        return torch.device("cpu")
    device = torch.device("cuda", local)
    torch.cuda.set_device(device)
    return device
