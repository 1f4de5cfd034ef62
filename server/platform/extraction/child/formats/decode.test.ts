import { describe, expect, it } from 'vitest';
import { decodeBytes } from './decode.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

function utf32(text: string): Buffer {
  const out = Buffer.alloc(4 + [...text].length * 4);
  out.writeUInt32LE(0xfeff, 0);
  for (const [i, character] of [...text].entries())
    out.writeUInt32LE(character.codePointAt(0) ?? 0, 4 + i * 4);
  return out;
}

describe('the encoding of a text', () => {
  it.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from('Grüße, 世界 😀'), 'Grüße, 世界 😀'],
    ['UTF-8 with a mark', Buffer.from('\ufeffGrüße'), 'Grüße'],
    ['UTF-16 with a mark, big end first', swapped('\ufeffGrüße, 世界'), 'Grüße, 世界'],
    [
      'UTF-16 without a mark',
      Buffer.from('Plain words in wide letters', 'utf16le'),
      'Plain words in wide letters',
    ],
    [
      'UTF-16 without a mark, big end first',
      swapped('Plain words in wide letters'),
      'Plain words in wide letters',
    ],
    ['UTF-32', utf32('Grüße 😀'), 'Grüße 😀'],
    [
      'ISO 8859-1',
      Buffer.from('Die Mühle am Bach führt Wasser über die Räder', 'latin1'),
      'Die Mühle am Bach führt Wasser über die Räder',
    ],
    ['ISO-2022-JP', bytes('1b24423d55244e482a1b2842 2e 0a'), '春の畑.\n'],
    [
      'what xml declares',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-2"?><a>\xb3\xf3d\xbc</a>', 'latin1'),
      '<?xml version="1.0" encoding="ISO-8859-2"?><a>łódź</a>',
    ],
    [
      'what html declares',
      Buffer.concat([Buffer.from('<meta charset="shift_jis"><p>'), bytes('8f74')]),
      '<meta charset="shift_jis"><p>春',
    ],
    [
      'UTF-8 with the colours of a terminal',
      Buffer.from('\u001b[31mGrüße\u001b[0m 世界'),
      '\u001b[31mGrüße\u001b[0m 世界',
    ],
    ['plain ASCII', Buffer.from('hello'), 'hello'],
  ])('is found: %s', async (_name, raw, text) => {
    expect((await decodeBytes(raw)).text).toBe(text);
  });
});
