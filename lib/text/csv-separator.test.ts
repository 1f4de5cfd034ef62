import { describe, expect, it } from 'vitest';
import { separatorOf, withoutSeparatorLine } from './csv-separator.ts';

describe('the separator of delimited text', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1,5;2,5\n3,5;4\n', ';'],
    ['Report, May 2026\nName;Price\nLamp;12\nChair;3\n', ';'],
    ['Report\n\nName\tPrice\nLamp\t1,5\n', '\t'],
    ['Name,Note\nLamp,"a; b; c; d"\nChair,"x; y; z; w"\n', ','],
    ['Name;Note\nPipe;5" wide, round\nTube;3\n', ';'],
    ['Name\nLamp\n', ','],
    ['a|b|c', '|'],
    ['', ','],
    ['Note\nA; b\nc; d\n', ','],
    ['Note\r\nA, b; c\r\nd, e; f\r\n', '\t'],
    ['Report\r\n\r\nName;Price\r\nLamp;1,5\r\nChair;3,5\r\n', ';'],
    ['Notes:\n"Some, not all; are here."\n\nName,Note\nLamp,1\n', ','],
    ['Notes:\n"Some, not all."\n\nName;Note\nLamp;1\n', ';'],
    ['Note\nA\n\n', ','],
    ['Name,Note\nLamp,a | b\nChair,c | d\nTable|e\n', ','],
    ['Name;Note\nLamp,big;a\nChair,red\n', ';'],
    ['"Name\n\nand more";Price\nLamp;3\n', ';'],
    ['sep=;\na,b,c;d\n', ';'],
    ['"sep=|"\r\na|b\r\n', '|'],
  ])('of %j is %j', (text, separator) => expect(separatorOf(text)).toBe(separator));

  it('is no line of the text where it is named alone', () => {
    expect(withoutSeparatorLine('sep=;\r\na;b\r\n')).toBe('a;b\r\n');
    expect(withoutSeparatorLine('\uFEFFSEP=,\na,b')).toBe('a,b');
    expect(withoutSeparatorLine('a;b\nsep=;\n')).toBe('a;b\nsep=;\n');
    expect(withoutSeparatorLine('sep=;x\n')).toBe('sep=;x\n');
  });
});
