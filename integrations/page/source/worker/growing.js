// Files in memory that grow by doubling. The library copies a whole file at every write behind its end, so that a report of some
// megabytes, written line by line, would take minutes.

import { OpenFile } from '@bjorn3/browser_wasi_shim';

function reach(file, end) {
  const { data } = file;
  if (end <= data.byteLength) return;
  if (data.byteOffset === 0 && end <= data.buffer.byteLength) {
    file.data = new Uint8Array(data.buffer, 0, end);
    return;
  }
  const grown = new Uint8Array(Math.max(end, 2 * data.byteLength, 4096));
  grown.set(data);
  file.data = grown.subarray(0, end);
}

function put(file, bytes, at) {
  reach(file, at + bytes.byteLength);
  file.data.set(bytes, at);
  return { ret: 0, nwritten: bytes.byteLength };
}

// To be called once, before anything is written.
export function growByDoubling() {
  OpenFile.prototype.fd_write = function write(bytes) {
    const written = put(this.file, bytes, Number(this.file_pos));
    this.file_pos += BigInt(bytes.byteLength);
    return written;
  };
  OpenFile.prototype.fd_pwrite = function write(bytes, at) {
    return put(this.file, bytes, Number(at));
  };
}
