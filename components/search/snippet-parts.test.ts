import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snippetParts } from './snippet-parts.ts';

const asHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

describe('a snippet', () => {
  it('distinguishes matches from the rest', () => {
    expect(snippetParts('the <mark>deposit</mark> of 200 &amp; more')).toEqual([
      { text: 'the ', marked: false },
      { text: 'deposit', marked: true },
      { text: ' of 200 & more', marked: false },
    ]);
  });

  it('makes no markup of anything but marks', () => {
    const parts = snippetParts('<img src=x onerror=alert(1)> &lt;mark&gt;not marked&lt;/mark&gt;');
    expect(parts).toEqual([{ text: '<img src=x onerror=alert(1)> <mark>not marked</mark>', marked: false }]);
  });

  it('gives back every text as it was before it was escaped', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, found) => {
        const parts = snippetParts(`${asHtml(before)}<mark>${asHtml(found)}</mark>`);
        expect(parts.map((part) => part.text).join('')).toBe(before + found);
        expect(
          parts
            .filter((part) => part.marked)
            .map((part) => part.text)
            .join(''),
        ).toBe(found);
      }),
    );
  });

  it('survives a mark that was cut off', () => {
    expect(snippetParts('a <mark>b')).toEqual([
      { text: 'a ', marked: false },
      { text: 'b', marked: true },
    ]);
  });
});
