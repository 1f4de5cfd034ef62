import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
/** Random bytes are drawn for many ids at a time: each draw costs more than all the rest of an id. */
const drawn = Buffer.alloc(ID_BYTES * 256);
let next = drawn.length;

/** A new id: UUID version 7 (RFC 9562), so that ids made later sort later and land together in an index. */
export function newId(): string {
  if (next === drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  const bytes = drawn.subarray(next, next + ID_BYTES);
  next += ID_BYTES;
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can be an id at all; an invalid one is simply not found. */
export function isId(text: string): boolean {
  return SHAPE.test(text);
}
