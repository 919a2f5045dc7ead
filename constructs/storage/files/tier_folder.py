# Written by railyard examples
"""
Checkpoints in folders: what is whole, and how one comes and goes.

One that comes is called `.NAME.arriving` until all of it is on the disk, and one that goes `.NAME.leaving` before its first file does: a
folder with the name of a checkpoint is never half of one.
"""
import errno
import hashlib
import json
import os
import re
import shutil

from tier_policy import KEEP_FILE, newest_of, number_of

SUMS_FILE = re.compile(r"sums-(\d+)\.json")
BLOCK = 1 << 24


class NotWhole(Exception):
    """A checkpoint that nobody could resume from, as it is."""


def sync_folder(path):
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def write_text(path, text):
    """Whole, or not at all; on the disk when this returns."""
    part = f"{path}.part-{os.uname().nodename}-{os.getpid()}"
    with open(part, "w", encoding="utf8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
    sync_folder(os.path.dirname(path))


def sum_of(path):
    found, size = hashlib.sha256(), 0
    with open(path, "rb") as file:
        # from the disk, and not from the memory that a copy just went through
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while block := file.read(BLOCK):
            found.update(block)
            size += len(block)
    return {"bytes": size, "sha256": found.hexdigest()}


def listed(path):
    """Sizes of all files of a folder by their path in it. Raises NotWhole for what is neither file nor folder."""
    sizes = {}
    for folder, folders, names in os.walk(path):
        for name in [*names, *(each for each in folders if os.path.islink(os.path.join(folder, each)))]:
            each = os.path.join(folder, name)
            if os.path.islink(each) or not os.path.isfile(each):
                raise NotWhole(f"{os.path.relpath(each, path)} is no file: links and devices are not copied")
            # it comes and goes by hand, and is no part of what was written
            if name != KEEP_FILE:
                sizes[os.path.relpath(each, path)] = os.path.getsize(each)
    return sizes


def promised(path, whole, part=False):
    """
    What a checkpoint says of its files: their sizes and, where it has any, sums. Raises NotWhole.

    @param whole `sums`: the sums of all processes are there; `rename`: what bears a name is whole; or the file that is written last
    @param part whether sums of some processes are enough: those of one node
    """
    try:
        sizes = listed(path)
        files = {name: {"bytes": size} for name, size in sizes.items()}
        if whole == "sums":
            files.update(summed(path, sizes, part))
        elif whole != "rename" and whole not in sizes:
            raise NotWhole(f"it has no {whole} yet")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotWhole(f"{type(error).__name__}: {error}") from None
    return files


def has_all(files, source, target, whole):
    """Whether a folder has all files of another one, with their content: every byte is read."""
    try:
        promised(target, whole)
        return all(
            sum_of(os.path.join(target, each)) == (wanted if "sha256" in wanted else sum_of(os.path.join(source, each)))
            for each, wanted in files.items()
        )
    except (OSError, NotWhole):
        return False


def summed(path, sizes, part):
    writers = [name for name in sizes if SUMS_FILE.fullmatch(name)]
    if not writers:
        raise NotWhole("it has no sums-0.json yet")
    found, processes = {}, None
    for name in sorted(writers):
        with open(os.path.join(path, name), encoding="utf8") as file:
            said = json.load(file)
        processes = said["processes"] if processes is None else processes
        # of fewer processes than before: those beyond are of another time
        if int(SUMS_FILE.fullmatch(name)[1]) >= said["processes"]:
            continue
        if said["processes"] != processes:
            raise NotWhole(f"{name} is of {said['processes']} processes, others of {processes}")
        found.update({each: {"bytes": wanted["bytes"], "sha256": wanted["sha256"]} for each, wanted in said["files"].items()})
    missing = [] if part else [f"sums-{at}.json" for at in range(processes) if f"sums-{at}.json" not in sizes]
    if missing:
        raise NotWhole(f"{', '.join(missing[:3])} of {processes} processes {'is' if len(missing) == 1 else 'are'} missing")
    for name, wanted in found.items():
        if sizes.get(name) != wanted["bytes"]:
            raise NotWhole(f"{name} has {sizes.get(name, 'no')} bytes, and {wanted['bytes']} were written")
    return found


def names_in(run):
    """Checkpoints of a run by name, whole or not."""
    try:
        entries = list(os.scandir(run))
    except FileNotFoundError:
        return []
    return sorted(entry.name for entry in entries if number_of(entry.name) is not None and entry.is_dir(follow_symlinks=False))


def runs_in(tier):
    try:
        entries = list(os.scandir(tier))
    except FileNotFoundError:
        return []
    return sorted(entry.name for entry in entries if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False))


def held(run, name):
    """Whether somebody keeps it by a file."""
    return os.path.lexists(os.path.join(run, KEEP_FILE)) or os.path.lexists(os.path.join(run, name, KEEP_FILE))


def copy_file(source, target, wanted, parts):
    """To the disk, read back, and then by its name. Raises NotWhole where the source is not what it says."""
    os.makedirs(parts, exist_ok=True)
    part = os.path.join(parts, f"{os.uname().nodename}-{os.getpid()}")
    found = hashlib.sha256()
    try:
        with open(source, "rb") as reader, open(part, "wb") as writer:
            while block := reader.read(BLOCK):
                found.update(block)
                writer.write(block)
            writer.flush()
            os.fsync(writer.fileno())
        if "sha256" in wanted and found.hexdigest() != wanted["sha256"]:
            raise NotWhole(f"{source} is not what was written")
        if sum_of(part)["sha256"] != found.hexdigest():
            raise OSError(errno.EIO, "what was written reads otherwise", target)
        os.replace(part, target)
    finally:
        if os.path.lexists(part):
            os.remove(part)


def bring(source, run, name, whole):
    """
    Copies what a node has of a checkpoint into a run that all nodes see. @returns whether all of it is there now: nodes meet in one folder, and
    whoever is the last gives it its name.
    """
    target = os.path.join(run, name)
    files = promised(source, whole, part=True)
    # last come the sums: they say that the others are there
    for each in sorted(files, key=lambda each: (bool(SUMS_FILE.fullmatch(each)), each)):
        try:
            if not os.path.exists(target):
                take(os.path.join(source, each), run, name, each, files[each])
        except FileNotFoundError:
            # another one gave it its name meanwhile
            if not os.path.exists(target):
                raise
    return give_name(run, name, whole)


def take(source, run, name, each, wanted):
    path = os.path.join(run, f".{name}.arriving", each)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    expected = wanted if "sha256" in wanted else sum_of(source)
    if not os.path.exists(path) or sum_of(path) != expected:
        copy_file(source, path, expected, os.path.join(run, f".{name}.parts"))


def give_name(run, name, whole):
    target, arriving = os.path.join(run, name), os.path.join(run, f".{name}.arriving")
    if not os.path.exists(target):
        try:
            promised(arriving, whole)
        except NotWhole:
            # other nodes have not brought theirs
            return os.path.exists(target)
        for folder, _, _ in os.walk(arriving):
            sync_folder(folder)
        try:
            os.rename(arriving, target)
        except OSError:
            # another one was faster
            if not os.path.exists(target):
                raise
        sync_folder(run)
    point_to_newest(run, whole)
    return True


def whole_in(run, whole):
    """Checkpoints that are whole, with their files, and those that are not, with the reason."""
    found, not_whole = {}, {}
    for name in names_in(run):
        try:
            found[name] = promised(os.path.join(run, name), whole)
        except NotWhole as error:
            not_whole[name] = str(error)
    return found, not_whole


def point_to_newest(run, whole):
    """Until `latest` names the newest: of two that write at once the last one looks again."""
    path = os.path.join(run, "latest")
    while True:
        newest = newest_of(whole_in(run, whole)[0])
        try:
            with open(path, encoding="utf8") as file:
                now = file.read().strip()
        except FileNotFoundError:
            now = None
        if newest is None or now == newest:
            return
        write_text(path, newest + "\n")


def remove(run, name):
    """Its name goes first."""
    leaving = os.path.join(run, f".{name}.leaving")
    os.rename(os.path.join(run, name), leaving)
    sync_folder(run)
    shutil.rmtree(leaving)


REST = re.compile(r"\.(.+)\.(leaving|arriving|parts)")


def finish_removals(run):
    """What one that was killed left behind: of checkpoints that go, and of those that are there."""
    for entry in list(os.scandir(run)) if os.path.isdir(run) else []:
        rest = REST.fullmatch(entry.name)
        if rest and (rest[2] == "leaving" or os.path.exists(os.path.join(run, rest[1]))):
            shutil.rmtree(entry.path, ignore_errors=True)
