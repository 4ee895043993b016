"""How long whole processes take, for `ratios` and `performance`."""
import os, subprocess, time


def pinned():
    """What makes commands share the processor that CPU names, 0 where nothing is said; nothing where it names none."""
    cpu = os.environ.get("CPU", "0")
    return [] if cpu == "none" else ["taskset", "-c", cpu]


def once(command):
    """Wall and processor time in seconds, the most memory in MiB, and the exit status."""
    began = time.perf_counter()
    child = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - began
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)
