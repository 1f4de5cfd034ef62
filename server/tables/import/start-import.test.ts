import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Services } from '#server/platform/services.ts';
import { receiveImport } from './start-import.ts';

const GB = 1_000_000_000;

/** How large a file may be that is imported, where uploads may be so large. */
async function largestFile(maxUploadBytes: number): Promise<number[]> {
  const limits: number[] = [];
  const storage = {
    async receive(stream: Readable, { maxBytes }: { maxBytes: number }) {
      limits.push(maxBytes);
      for await (const _ of stream);
      return { sha256: '', size: 4, discard: async () => undefined };
    },
  };
  const body = [
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n',
    'Name\r\n--x--\r\n',
  ];
  const request = Object.assign(Readable.from(body.map((part) => Buffer.from(part))), {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    complete: true,
  });
  await receiveImport(
    { storage, config: { maxUploadBytes } } as unknown as Services,
    request as unknown as IncomingMessage,
    { take: () => undefined } as never,
  );
  return limits;
}

test('takes files up to 2 GB, and none beyond what the server takes', async () => {
  expect(await largestFile(5 * GB)).toEqual([2 * GB]);
  expect(await largestFile(GB)).toEqual([GB]);
});
