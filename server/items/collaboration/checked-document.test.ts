import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { changeSharedDocument, documentOf } from '#lib/documents/shared-document.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { DOCUMENT_FRAGMENT, sharedDocument } from '#lib/documents/yjs-document.ts';
import { brokenUpdate, stateOf, updateOf, updatesTo } from '#tests/harness/yjs-updates.ts';
import { CheckedDocument } from './checked-document.ts';

const textOf = (document: CheckedDocument) => writeMarkdown(documentOf(document.shared));

describe('a checked document', () => {
  it('takes nothing of an update that decodes but can not be applied', () => {
    const state = stateOf('First');
    const document = new CheckedDocument([state]);
    const vector = Y.encodeStateVector(document.shared);
    const update = brokenUpdate(state);
    expect(() => Y.decodeUpdate(update)).not.toThrow();
    expect(() => Y.applyUpdate(sharedDocument([state]), update)).toThrow();
    expect(document.apply(update)).toBe(false);
    expect(Y.encodeStateVector(document.shared)).toEqual(vector);
    expect(textOf(document)).toBe('First');
    expect(document.apply(updateOf(state, (text) => text.insert(5, '!')))).toBe(true);
    expect(textOf(document)).toBe('First!');
  });

  it('takes no update that needs one it does not have', () => {
    const state = stateOf('First');
    const [, later] = updatesTo(state, ['First and second', 'First and second and third']);
    const document = new CheckedDocument([state]);
    expect(later && document.apply(later)).toBe(false);
    expect(document.shared.store.pendingStructs).toBeNull();
  });

  it.each([
    ['colspan', 1e9],
    ['rowspan', 1e9],
    ['colspan', '1000000000'],
  ])('takes no cell with a %s of %s, in a new table or in one that is there', (name, span) => {
    const table = stateOf('| a | b |\n| --- | --- |\n| 1 | 2 |');
    const enlarge = (shared: Y.Doc) => {
      const [cell] = [...shared.getXmlFragment(DOCUMENT_FRAGMENT).createTreeWalker(isCell)];
      if (cell instanceof Y.XmlElement) cell.setAttribute(name, span as string);
    };
    const there = sharedDocument([table]);
    enlarge(there);
    const changed = Y.encodeStateAsUpdate(there, Y.encodeStateVector(sharedDocument([table])));
    const document = new CheckedDocument([table]);
    const other = new CheckedDocument([]);
    expect(document.apply(changed)).toBe(false);
    expect(other.apply(Y.encodeStateAsUpdate(there))).toBe(false);
    expect(other.apply(table)).toBe(true);
    expect(textOf(other)).toBe(textOf(document));
  });

  it('takes no elements that lie too deep within each other', () => {
    const shared = new Y.Doc();
    let parent: Y.XmlFragment = shared.getXmlFragment(DOCUMENT_FRAGMENT);
    for (let depth = 0; depth < 600; depth += 1) {
      const quote = new Y.XmlElement('blockquote');
      parent.insert(0, [quote]);
      parent = quote;
    }
    expect(new CheckedDocument([]).apply(Y.encodeStateAsUpdate(shared))).toBe(false);
  });

  it('does not grow by a stored state that has nothing new', () => {
    const state = stateOf('x'.repeat(10_000));
    const document = new CheckedDocument([state]);
    const update = updateOf(state, (text) => text.insert(0, 'First'));
    expect(document.apply(update)).toBe(true);
    const { bytes } = document;
    const whole = Y.encodeStateAsUpdate(document.shared);
    for (let at = 0; at < 20; at += 1) expect(document.applyStored([whole])).toBeNull();
    expect(document.bytes).toBe(bytes);
  });

  it('grows by what is new of a stored state, and has it after a refused update', () => {
    const state = stateOf('x'.repeat(10_000));
    const document = new CheckedDocument([state]);
    const { bytes } = document;
    const whole = Y.mergeUpdates([state, updateOf(state, (text) => text.insert(0, 'First'))]);
    expect(document.applyStored([whole])).not.toBeNull();
    expect(document.bytes).toBeLessThan(bytes + 100);
    expect(document.apply(brokenUpdate(state))).toBe(false);
    expect(textOf(document)).toBe(`First${'x'.repeat(10_000)}`);
  });

  it('has what waits for another update after a refused one', () => {
    const state = stateOf('First');
    const updates = updatesTo(state, ['First and second', 'First and second and third']);
    const document = new CheckedDocument([state]);
    document.applyStored(updates.slice(1));
    expect(document.apply(brokenUpdate(state))).toBe(false);
    document.applyStored(updates.slice(0, 1));
    expect(textOf(document)).toBe('First and second and third');
  });

  it('has the size of what is there, without what was deleted, once it is compacted', () => {
    const shared = new Y.Doc();
    const document = new CheckedDocument([]);
    shared.on('update', (update: Uint8Array) => document.apply(update));
    for (let at = 0; at < 20; at += 1)
      changeSharedDocument(shared, parseMarkdown(at % 2 ? 'short' : 'x'.repeat(100_000)));
    expect(document.bytes).toBeGreaterThan(900_000);
    document.compact();
    expect(document.bytes).toBeLessThan(2_000);
    expect(textOf(document)).toBe('short');
  });
});

const isCell = (element: unknown) => element instanceof Y.XmlElement && element.nodeName === 'tableCell';
