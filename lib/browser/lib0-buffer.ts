import { encode, writeAny } from 'lib0/encoding';

/**
 * What Yjs, its binding and the editor call of `lib0/buffer` in a browser (`next.config.mjs`): the original names Node's Buffer in
 * functions that no browser calls, for which a whole replacement of it would be loaded.
 */
export function copyUint8Array(bytes: Uint8Array): Uint8Array {
  return bytes.slice();
}

export function encodeAny(value: Parameters<typeof writeAny>[1]): Uint8Array {
  return encode((encoder) => writeAny(encoder, value));
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** @throws DOMException where the text is not Base64 */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
