import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { readDocumentJson, repairDocument } from './document-json.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { changeSharedDocument, documentOf } from './shared-document.ts';
import { writeMarkdown } from './write-markdown.ts';
import { DOCUMENT_FRAGMENT, sharedDocument } from './yjs-document.ts';

const TEXT =
  '# Title\n\nOne **two** `three`\n\n- [x] done\n\n| a | b |\n| --- | --: |\n| 1 | 2 |\n\n> [!TIP]\n> x';

function sharedFrom(markdown: string): Y.Doc {
  const shared = sharedDocument([]);
  changeSharedDocument(shared, parseMarkdown(markdown));
  return shared;
}

describe('a shared document', () => {
  it('holds what was put into it', () => {
    expect(writeMarkdown(documentOf(sharedFrom(TEXT)))).toBe(TEXT);
  });

  it('has no update where nothing differs', () => {
    expect(changeSharedDocument(sharedFrom(TEXT), parseMarkdown(TEXT))).toBeNull();
  });

  it('is the same for two who wrote and deleted in one paragraph apart for a day, with all that neither deleted', () => {
    const start = sharedFrom('shared words of a paragraph');
    const state = Y.encodeStateAsUpdate(start);
    const apart = ['a', 'b'].map((who, seed) => {
      const shared = sharedDocument([state]);
      const paragraph = shared.getXmlFragment(DOCUMENT_FRAGMENT).get(0);
      const text = paragraph instanceof Y.XmlElement ? paragraph.get(0) : null;
      if (!(text instanceof Y.XmlText)) throw new Error('the paragraph has no text');
      for (let at = 0; at < 2_000; at += 1) {
        const place = (at * 7919 + seed * 31) % (text.length + 1);
        if (at % 3 === 2 && place < text.length) text.delete(place, 1);
        else text.insert(place, who);
      }
      text.insert(text.length, `end of ${who}`);
      return shared;
    });
    const [one, other] = apart;
    if (!one || !other) throw new Error('there are two');
    const merged = [
      [one, other],
      [other, one],
    ].map((order) =>
      writeMarkdown(documentOf(sharedDocument(order.map((doc) => Y.encodeStateAsUpdate(doc))))),
    );
    expect(merged[0]).toBe(merged[1]);
    expect(merged[0]).toContain('end of a');
    expect(merged[0]).toContain('end of b');
    expect(merged[0]?.split('\n\n')).toHaveLength(1);
  });

  it('retains the changes of others elsewhere while all of it is replaced', () => {
    const shared = sharedFrom('First\n\nSecond\n\nThird');
    const other = sharedDocument([Y.encodeStateAsUpdate(shared)]);
    changeSharedDocument(other, parseMarkdown('First of all\n\nSecond\n\nThird'));
    const update = changeSharedDocument(shared, parseMarkdown('First\n\nSecond\n\nThird and last'));
    if (update) Y.applyUpdate(other, update);
    expect(writeMarkdown(documentOf(other))).toBe('First of all\n\nSecond\n\nThird and last');
  });
});

describe('content that other programs wrote', () => {
  it('loses unknown nodes, and keeps their text', () => {
    const shared = sharedDocument([]);
    const strange = new Y.XmlElement('script');
    strange.insert(0, [new Y.XmlText('alert(1)')]);
    shared.getXmlFragment(DOCUMENT_FRAGMENT).insert(0, [strange, new Y.XmlElement('tableRow')]);
    const document = documentOf(shared);
    document.check();
    expect(document.textContent).toBe('alert(1)');
  });

  it('has no address that could run code', () => {
    const link = { type: 'link', attrs: { href: ' java\nscript:alert(1)' } };
    const document = repairDocument({
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [link] }] },
        { type: 'image', attrs: { src: 'data:text/html,x' } },
      ],
    });
    expect(JSON.stringify(document.toJSON())).not.toMatch(/script|data:/);
  });

  it.each([
    [
      'nesting of 5,000',
      Array.from({ length: 5_000 }).reduce<object>((inner) => ({ type: 'blockquote', content: [inner] }), {
        type: 'paragraph',
      }),
    ],
    ['cells without a table', { type: 'tableCell', content: [{ type: 'text', text: 'x' }] }],
    [
      'wrong attributes',
      { type: 'heading', attrs: { level: { a: 1 } }, content: [{ type: 'text', text: 'x' }] },
    ],
    ['a text that is none', { type: 'paragraph', content: [{ type: 'text', text: 7 }] }],
    ['names of objects', { type: 'constructor', content: [{ type: '__proto__' }] }],
  ])('is repaired: %s', (_, block) => {
    const document = repairDocument({ type: 'doc', content: [block] });
    document.check();
    expect(document.childCount).toBeGreaterThan(0);
  });

  it.each([[null], [{ type: 'paragraph' }], [{ type: 'doc', content: [{ type: 'text', text: 'x' }] }]])(
    'is refused where it must be right: %j',
    (json) => {
      expect(() => readDocumentJson(json)).toThrow(RangeError);
    },
  );
});
