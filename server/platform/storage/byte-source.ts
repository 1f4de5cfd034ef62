import type { FileHandle } from 'node:fs/promises';

/** Bytes that can be read from any position, wherever they are stored. */
export type ByteSource = {
  /** In bytes. */
  size: number;
  /** Reads at most `length` bytes from `offset`; fewer only at the end. */
  read(offset: number, length: number): Promise<Buffer>;
};

/** Bytes in memory as a source. */
export function sourceOfBytes(bytes: Uint8Array): ByteSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    size: buffer.length,
    read: async (offset, length) => buffer.subarray(offset, offset + length),
  };
}

/** An open file as a source; the caller closes it. */
export async function sourceOfFile(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat();
  return {
    size,
    async read(offset, length) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const buffer = Buffer.allocUnsafe(wanted);
      let done = 0;
      while (done < wanted) {
        const { bytesRead } = await file.read(buffer, done, wanted - done, offset + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return buffer.subarray(0, done);
    },
  };
}
