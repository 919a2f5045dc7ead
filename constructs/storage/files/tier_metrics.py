# Written by railyard examples
"""What tiers do, in the text format of Prometheus: how full they are, what waits, and what went."""
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tier_folder import write_text
from tier_policy import newest_of, number_of

HELP = {
    "railyard_checkpoint_tier_bytes": ("gauge", "Size of the file system under a tier."),
    "railyard_checkpoint_tier_free_bytes": ("gauge", "What is free of it."),
    "railyard_checkpoint_whole": ("gauge", "Checkpoints of a run on the file system that are whole."),
    "railyard_checkpoint_torn": ("gauge", "Folders of a run that are no whole checkpoints, or not yet."),
    "railyard_checkpoint_newest": ("gauge", "Number of the newest whole checkpoint of a run on the file system."),
    "railyard_checkpoint_written_bytes_total": ("counter", "Whole checkpoints of a run that were first seen on the file system."),
    "railyard_checkpoint_copied_bytes_total": ("counter", "What a tier got of a run."),
    "railyard_checkpoint_waiting_bytes": ("gauge", "What a tier is still to get of a run."),
    "railyard_checkpoint_started_timestamp_seconds": ("gauge", "When the process began."),
    "railyard_checkpoint_round_success": ("gauge", "1: all of the last round went well."),
    "railyard_checkpoint_round_timestamp_seconds": ("gauge", "When the last round ended."),
}


class Metrics:
    """@param path of the file; None: nothing is written"""

    def __init__(self, path):
        self.path, self.values, self.known = path, {}, {}
        self.set("railyard_checkpoint_started_timestamp_seconds", int(time.time()))
        # of the round that ended last: another thread reads it
        self.served = self.text()

    def set(self, name, value, **labels):
        self.values[name, tuple(labels.items())] = value

    def add(self, name, value, **labels):
        key = name, tuple(labels.items())
        self.values[key] = self.values.get(key, 0) + value

    def seen(self, run, found, torn):
        self.set("railyard_checkpoint_whole", len(found), run=run)
        self.set("railyard_checkpoint_torn", len(torn), run=run)
        if found:
            self.set("railyard_checkpoint_newest", number_of(newest_of(found)), run=run)
        before = self.known.get(run)
        new = [] if before is None else set(found) - before
        self.known[run] = set(found)
        # what was there when the process began was written before
        self.add("railyard_checkpoint_written_bytes_total", size_of(found[name] for name in new), run=run)

    def copied(self, run, tier, files):
        self.add("railyard_checkpoint_copied_bytes_total", size_of([files]), run=run, tier=tier)

    def waiting(self, run, tier, checkpoints):
        self.set("railyard_checkpoint_waiting_bytes", size_of(checkpoints), run=run, tier=tier)

    def space(self, paths):
        for tier, path in paths.items():
            if os.path.isdir(path):
                found = os.statvfs(path)
                self.set("railyard_checkpoint_tier_bytes", found.f_blocks * found.f_frsize, tier=tier)
                self.set("railyard_checkpoint_tier_free_bytes", found.f_bavail * found.f_frsize, tier=tier)

    def text(self):
        lines = []
        for name, (kind, about) in HELP.items():
            found = {labels: value for (each, labels), value in self.values.items() if each == name}
            if found:
                lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
            for labels, value in found.items():
                said = ",".join(f"{key}={json.dumps(value)}" for key, value in labels)
                lines.append(f"{name}{{{said}}} {value}" if said else f"{name} {value}")
        return "\n".join([*lines, ""])

    def write(self, failed):
        self.set("railyard_checkpoint_round_success", 0 if failed else 1)
        self.set("railyard_checkpoint_round_timestamp_seconds", int(time.time()))
        self.served = self.text()
        if self.path:
            write_text(os.path.abspath(self.path), self.served)

    def serve(self, port):
        """What `write` wrote last, at /metrics, until the process ends."""
        metrics = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                body = metrics.served.encode() if self.path == "/metrics" else b""
                self.send_response(200 if self.path == "/metrics" else 404)
                self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("", port), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server


def size_of(checkpoints):
    return sum(file["bytes"] for files in checkpoints for file in files.values())
