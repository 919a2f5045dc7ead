#!/usr/bin/env python3
# Written by railyard examples
"""
Data where a training reads it, before it starts.

    preload.py restore FOLDER        files of a Lustre whose contents are still in its bucket (released), back onto its disks
    preload.py copy s3://B/P FOLDER  a folder of a bucket onto the disks of this node

Start it again after it was killed: it does what is left. Exit code: 0 all is there; 1 some is not, and standard error names each; 2 it
was asked for what cannot be. Python 3.9; `copy` needs boto3. Names are shown as Python writes texts, so that each has one line.
"""
import argparse
import os
import signal
import sys


def ended(number, _):
    print("told to end; what Lustre was asked for it goes on with. Start it again for the rest", file=sys.stderr, flush=True)
    os._exit(128 + number)


def at_least_one(text):
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)
    one, two = modes.add_parser("restore"), modes.add_parser("copy")
    one.add_argument("--in-flight", type=at_least_one, default=256, help="files that Lustre is asked for at once, at the most")
    one.add_argument("--batch", type=at_least_one, default=64, help="files of one call of lfs")
    one.add_argument("--poll", type=float, default=2.0, help="seconds between two looks")
    one.add_argument("--lfs", default="lfs", help="Lustre's tool; without it files are read")
    two.add_argument("--workers", type=at_least_one, default=16, help="files that are copied at once")
    two.add_argument("source", help="s3://bucket/folder")
    for mode in (one, two):
        mode.add_argument("--tries", type=at_least_one, default=3, help="how often a file is tried")
        mode.add_argument("--every", type=float, default=10.0, help="seconds between two lines of progress")
        mode.add_argument("folder")
    asked = parser.parse_args()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, ended)
    if asked.mode == "restore":
        from preload_lustre import restore

        return restore(asked)
    # nodes without boto3 can restore
    from preload_bucket import copy

    return copy(asked)


if __name__ == "__main__":
    sys.exit(main())
