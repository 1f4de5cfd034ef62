/** A sample of at least this many bytes may be the start of a longer text, and end within a character. */
export const CUT_FROM_BYTES = 16 * 1024;

/** An incremental decoder: like `TextDecoder`, but for more encodings. */
export type Decoder = { decode(bytes?: Uint8Array, options?: { stream?: boolean }): string };

/** Each character is four bytes; TextDecoder doesn't support it. */
class Utf32Decoder implements Decoder {
  readonly #little: boolean;
  #rest = new Uint8Array();

  constructor(little: boolean) {
    this.#little = little;
  }

  decode(bytes: Uint8Array = new Uint8Array()): string {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    const whole = all.length - (all.length % 4);
    this.#rest = all.slice(whole);
    const view = new DataView(all.buffer);
    let text = '';
    for (let at = 0; at < whole; at += 4) {
      const point = view.getUint32(at, this.#little);
      // Half of a pair of UTF-16 is no character, and can't be stored.
      const isCharacter = point < 0xd800 || (point > 0xdfff && point <= 0x10ffff);
      text += point === 0xfeff ? '' : String.fromCodePoint(isCharacter ? point : 0xfffd);
    }
    return text;
  }
}

/** Bytes 128 to 255 of code page 850 (DOS, Western Europe), which TextDecoder doesn't support. */
const LETTERS_850 = [
  ...'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
];

/** Decodes code page 850; a byte below 128 is ASCII. */
class CodePage850Decoder implements Decoder {
  decode(bytes: Uint8Array = new Uint8Array()): string {
    const text: string[] = [];
    for (const byte of bytes)
      text.push(byte < 128 ? String.fromCharCode(byte) : (LETTERS_850[byte - 128] ?? ''));
    return text.join('');
  }
}

/** A decoder for an encoding that `guessEncoding` returned. */
export function createDecoder(encoding: string): Decoder {
  if (encoding.startsWith('utf-32')) return new Utf32Decoder(encoding === 'utf-32le');
  return encoding === 'ibm850' ? new CodePage850Decoder() : new TextDecoder(encoding);
}
