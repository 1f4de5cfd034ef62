import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '#tests/harness/cpu-time.ts';
import { singleLineText, stripWrappers } from './html-text.ts';

describe('the text in one line', () => {
  it.each([
    ['<p>Hello <b>you</b></p>', 'Hello you'],
    ['a < b and c > d', 'a < b and c > d'],
    ['<a title="x > y" href=\'/\'>link</a>', 'link'],
    ['one<!-- two > three -->four', 'onefour'],
    ['<!DOCTYPE html><br/>x', 'x'],
    ['1 <2 and <b', '1 <2 and <b'],
    ['', ''],
    ['Price<br>in <i>EUR</i><BR/>\r\n net ', 'Price in EUR net'],
  ])('turns %j into %j', (html, text) => expect(singleLineText(html)).toBe(text));

  it('leaves text without tags alone', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replaceAll('<', '').replace(/\s+/gu, ' ').trim();
        expect(singleLineText(plain)).toBe(plain);
      }),
    );
  });

  it.each(['<a "', '<a <a "', '<!--', "<a '>", '<a ">"', '<', '</a x='])(
    'takes time in proportion to a text of many %j',
    (part) => {
      const spent = cpuTime(() => {
        singleLineText(part.repeat(200_000));
        singleLineText(`${part.repeat(200_000)}>"'`);
      });
      expect(spent).toBeLessThan(2000);
    },
  );
});

describe('stripping wrappers', () => {
  it('preserves the text inside them', () => {
    const page =
      '<?xml version="1.0"?>\n<!doctype html><HTML lang="en"><head><title>T</title></head><body class="x"><p>Hi</p></body></html>';
    expect(stripWrappers(page)).toBe('<title>T</title><p>Hi</p>');
    expect(stripWrappers('<xml><header>x</header></xml>')).toBe('<header>x</header>');
  });
});
