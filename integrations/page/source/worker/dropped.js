// A file as it was dropped: read piece by piece from the disk when it is asked for, so that a log of any size needs no memory.

import { Fd, Inode, wasi } from '@bjorn3/browser_wasi_shim';

// How much is read from the disk at once, in bytes.
const PIECE = 1024 * 1024;

export class DroppedFile extends Inode {
  // `onRead` is given how many bytes were read.
  constructor(blob, onRead) {
    super();
    this.blob = blob;
    this.onRead = onRead;
  }

  stat() {
    return new wasi.Filestat(this.ino, wasi.FILETYPE_REGULAR_FILE, BigInt(this.blob.size));
  }

  path_open(flags, rights) {
    const writes = BigInt(wasi.RIGHTS_FD_WRITE);
    const isWritten = (flags & wasi.OFLAGS_TRUNC) !== 0 || (BigInt(rights) & writes) === writes;
    return isWritten ? { ret: wasi.ERRNO_PERM, fd_obj: null } : { ret: 0, fd_obj: new OpenDroppedFile(this) };
  }
}

class OpenDroppedFile extends Fd {
  constructor(file) {
    super();
    this.file = file;
    this.at = 0;
    this.piece = new Uint8Array(0);
    this.begins = 0;
  }

  fd_fdstat_get() {
    return { ret: 0, fdstat: new wasi.Fdstat(wasi.FILETYPE_REGULAR_FILE, 0) };
  }

  fd_filestat_get() {
    return { ret: 0, filestat: this.file.stat() };
  }

  fd_read(size) {
    const read = this.fd_pread(size, BigInt(this.at));
    this.at += read.data.length;
    return read;
  }

  fd_pread(size, offset) {
    const at = Number(offset);
    const isHere = at >= this.begins && at < this.begins + this.piece.length;
    if (!isHere) {
      try {
        this.fetch(at, size);
      } catch {
        // It was moved or changed since it was dropped.
        return { ret: wasi.ERRNO_IO, data: new Uint8Array(0) };
      }
    }
    const data = this.piece.subarray(at - this.begins, at - this.begins + size);
    this.file.onRead(data.length);
    return { ret: 0, data };
  }

  fetch(at, size) {
    const asked = this.file.blob.slice(at, at + Math.max(PIECE, size));
    this.piece = new Uint8Array(new FileReaderSync().readAsArrayBuffer(asked));
    this.begins = at;
  }

  fd_seek(offset, whence) {
    const from = { [wasi.WHENCE_SET]: 0, [wasi.WHENCE_CUR]: this.at, [wasi.WHENCE_END]: this.file.blob.size }[whence];
    const to = from + Number(offset);
    if (!(to >= 0)) return { ret: wasi.ERRNO_INVAL, offset: 0n };
    this.at = to;
    return { ret: 0, offset: BigInt(to) };
  }

  fd_tell() {
    return { ret: 0, offset: BigInt(this.at) };
  }
}
