import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { UploadKind } from '#lib/text/upload-types.ts';
import { sniff } from './sniff.ts';

const folder = (name: string) => fileURLToPath(new URL(`../../../tests/fixtures/${name}/`, import.meta.url));
const good = folder('files');
const hostile = folder('hostile');

describe('the type of an upload', () => {
  it.each(readdirSync(good))('of %s is what its name says', async (name) => {
    expect(await sniff(good + name, name)).toMatchObject({ ok: true, extension: name.split('.').pop() });
    expect(await sniff(readFileSync(good + name), name.toUpperCase())).toMatchObject({ ok: true });
  });

  it.each([
    ['not-a.pdf', 'extension_mismatch', /ends in \.pdf.*PNG/],
    ['picture-named.txt', 'extension_mismatch', /ends in \.txt.*PNG/],
    ['text-named.png', 'extension_mismatch', /plain text/],
    ['empty.txt', 'empty_file', /empty/],
    ['zip-named.docx', 'extension_mismatch', /zip archive/],
    ['binary.record', 'binary_record', /binary/],
  ])('refuses %s as %s', async (name, code, message) => {
    const result = await sniff(hostile + name, name);
    expect(result).toMatchObject({ ok: false, code });
    expect(result.ok ? '' : result.message).toMatch(message);
  });

  it.each(['encrypted.pdf', 'encrypted.xlsx', 'truncated.pdf', 'truncated.docx', 'bomb.docx', 'nul.txt'])(
    'takes %s, which only the extraction can judge',
    async (name) => {
      expect(await sniff(hostile + name, name)).toMatchObject({ ok: true });
    },
  );

  it.each<[string, string, string]>([
    ['photo.jpg', 'photo.pdf', 'JPG'],
    ['budget.xlsx', 'budget.docx', 'Excel workbook'],
    ['book.epub', 'book.xlsx', 'EPUB book'],
    ['old.doc', 'old.docx', 'older Office file'],
    ['handbook.pdf', 'handbook.txt', 'PDF'],
    ['plain.txt', 'plain.docx', 'plain text'],
    ['tone.wav', 'tone.mp3', 'WAV'],
    ['page.html', 'page.svg', 'plain text'],
  ])('refuses %s renamed to %s', async (name, renamed, word) => {
    const result = await sniff(good + name, renamed);
    expect(result).toMatchObject({ ok: false, code: 'extension_mismatch' });
    expect(result.ok ? '' : result.message).toContain(word);
  });

  it.each<[string, UploadKind, boolean]>([
    ['members.csv', 'contact', true],
    ['members.csv', 'document', true],
    ['members.csv', 'general', true],
    ['members.csv', 'image', false],
    ['letter.eml', 'document', true],
    ['handbook.pdf', 'table', false],
    ['people.vcf', 'contact', true],
    ['people.vcf', 'table', false],
  ])('lets %s be %s: %s', async (name, kind, allowed) => {
    const result = await sniff(good + name, name, kind);
    expect(result.ok).toBe(allowed);
    if (!result.ok) expect(result).toMatchObject({ code: 'type_not_allowed' });
  });

  it.each(['virus.exe', 'README', '.env', 'x.constructor', 'a.pdf.sh'])('refuses %s', async (name) => {
    expect(await sniff(Buffer.from('hello'), name)).toMatchObject({ ok: false, code: 'type_not_allowed' });
  });

  it.each([
    'BMW is a car maker.',
    'MZ is two letters.',
    'ID3 is a tag.',
    'PKs and other keys',
    '\u001b[31mred\u001b[0m log',
  ])('knows that “%s” is text', async (text) => {
    expect(await sniff(Buffer.from(text), 'a.txt')).toMatchObject({ ok: true, kind: 'document' });
  });

  it.each([
    ['ai', '%PDF-1.5\n'],
    ['ai', '%!PS-Adobe-3.0 EPSF-3.0\n'],
    ['mp3', 'ID3\u0003\u0000\u0000\u0000\u0000\u0000\u0000'],
    ['flac', 'fLaC\u0000\u0000\u0000\u0022'],
    ['ogg', 'OggS\u0000\u0002'],
    ['flv', 'FLV\u0001\u0005\u0000\u0000\u0000\u0009'],
    ['avi', 'RIFF\u0024\u0000\u0000\u0000AVI LIST'],
    ['mp4', '\u0000\u0000\u0000\u0018ftypmp42\u0000\u0000\u0000\u0000mp42isom'],
    ['mov', '\u0000\u0000\u0000\u0014ftypqt  \u0000\u0000\u0000\u0000qt  '],
    ['psd', '8BPS\u0000\u0001'],
  ])('knows .%s', async (extension, start) => {
    const bytes = Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(600)]);
    expect(await sniff(bytes, `a.${extension}`)).toMatchObject({ ok: true, extension });
  });
});
