"""Judges the units of a plan on Spark, one unit a task, and merges their results here. See README.md."""

import argparse
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile

import pyarrow as pa
from pyarrow import fs
from pyspark import SparkFiles
from pyspark.sql import SparkSession

SCHEMA = "unit long, result string"


def place(where):
    """A file system and a path in it: a folder of this machine, or s3://, gs://, hdfs:// and what else pyarrow knows."""
    return fs.FileSystem.from_uri(where) if "://" in where else (fs.LocalFileSystem(), os.path.abspath(where))


def copy(source, target):
    """Copies a file between places. In object storage it is there whole, or not at all."""
    fs.copy_files(source[1], target[1], source_filesystem=source[0], destination_filesystem=target[0])


def archived(path, scratch):
    """What is shipped of a file or folder that judges: a folder goes as one archive, since Spark ships only files to a cluster."""
    name = os.path.basename(os.path.abspath(path))
    return shutil.make_archive(os.path.join(scratch, name), "zip", path) if os.path.isdir(path) else path


def shipped(name, is_folder, scratch):
    """Where a file that was shipped is on this machine, or a folder once it is unpacked."""
    if not is_folder:
        return SparkFiles.get(name)
    folder = os.path.join(scratch, name)
    shutil.unpack_archive(SparkFiles.get(name), folder, "zip")
    return folder


def judge_unit(number, job):
    """Judges a unit with the binary that was shipped, and leaves its result in the folder of results."""
    with open(SparkFiles.get(job["plan"]), encoding="utf-8") as plan:
        unit = json.loads(next(itertools.islice(plan, number, None)))
    results = place(job["results"])
    with tempfile.TemporaryDirectory() as scratch:
        logs, out = job["logs"], results[1]
        if "://" in logs:
            logs, source = os.path.join(scratch, "logs"), place(logs)
            for log in unit["logs"]:
                target = os.path.join(logs, log["path"])
                os.makedirs(os.path.dirname(target), exist_ok=True)
                copy((source[0], f"{source[1]}/{log['path']}"), (fs.LocalFileSystem(), target))
        if "://" in job["results"]:
            out = os.path.join(scratch, "out")
        by = [word for option, name, is_folder in job["files"] for word in (f"--{option}", shipped(name, is_folder, scratch))]
        command = [SparkFiles.get(job["binary"]), "judge", SparkFiles.get(job["plan"]), "--unit", str(number)]
        run = subprocess.run(command + ["--logs", logs, "--out", out] + by, capture_output=True, text=True)
        if run.returncode != 0:
            raise RuntimeError(f"unit {number}: exit status {run.returncode}\n{run.stderr}")
        name = f"{unit['key']}.result"
        if out != results[1]:
            copy((fs.LocalFileSystem(), os.path.join(out, name)), (results[0], f"{results[1]}/{name}"))
        return name


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True, help="resettle, as the machines of the cluster run it")
    parser.add_argument("--plan", required=True, help="what `resettle plan` wrote")
    parser.add_argument("--logs", required=True, help="the folder that was planned, as every machine sees it, or its URI")
    parser.add_argument("--results", required=True, help="a folder that every machine sees, or a URI")
    parser.add_argument("--file", action="append", default=[], metavar="OPTION=FILE", help="a file or folder that judges: trust=…, roster=…, rulesets=…")
    parser.add_argument("merge", nargs="*", help="after --: options of `resettle merge`; without any, nothing is merged")
    args = parser.parse_args()

    with open(args.plan, encoding="utf-8") as plan:
        units = json.loads(plan.readline())["units"]
    files = [tuple(pair.split("=", 1)) for pair in args.file]
    scratch = tempfile.TemporaryDirectory()
    sent = [args.binary, args.plan] + [archived(path, scratch.name) for _, path in files]
    names = [os.path.basename(path) for path in sent]
    if len(set(names)) < len(names):
        sys.exit("two files that are shipped have one name")

    spark = SparkSession.builder.appName("resettle").getOrCreate()
    for path in sent:
        spark.sparkContext.addFile(path)
    where = lambda folder: folder if "://" in folder else os.path.abspath(folder)
    job = {"binary": names[0], "plan": names[1], "logs": where(args.logs), "results": where(args.results)}
    job["files"] = [(option, name, os.path.isdir(path)) for (option, path), name in zip(files, names[2:])]
    storage, folder = place(args.results)
    storage.create_dir(folder)

    def judge(batches):
        for batch in batches:
            for number in batch.column("id").to_pylist():
                yield pa.RecordBatch.from_pydict({"unit": [number], "result": [judge_unit(number, job)]})

    # One unit is one task: Spark retries it, and moves it to another machine, by itself.
    done = spark.range(1, units + 1, 1, max(units, 1)).mapInArrow(judge, SCHEMA).collect()
    spark.stop()
    scratch.cleanup()
    print(f"{len(done)} units judged", file=sys.stderr)
    if not args.merge:
        return
    with tempfile.TemporaryDirectory() as scratch:
        results = folder
        if "://" in args.results:
            results = os.path.join(scratch, "results")
            os.makedirs(results)
            fs.copy_files(folder, results, source_filesystem=storage)
        by = [word for option, path in files for word in (f"--{option}", path)]
        merge = [os.path.abspath(args.binary), "merge", args.plan, "--results", results] + by + args.merge
        sys.exit(subprocess.run(merge).returncode)


if __name__ == "__main__":
    main()
