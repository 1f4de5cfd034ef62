import * as Y from 'yjs';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { changeSharedDocument } from '#lib/documents/shared-document.ts';
import { DOCUMENT_FRAGMENT, sharedDocument } from '#lib/documents/yjs-document.ts';

/** The state of a document with this text. */
export function stateOf(markdown: string): Uint8Array {
  const shared = new Y.Doc();
  changeSharedDocument(shared, parseMarkdown(markdown));
  return Y.encodeStateAsUpdate(shared);
}

/** The updates of somebody who writes these texts into a document with this state, one after another. */
export function updatesTo(state: Uint8Array, texts: readonly string[]): Uint8Array[] {
  const shared = sharedDocument([state]);
  const updates: Uint8Array[] = [];
  shared.on('update', (update: Uint8Array) => updates.push(update));
  for (const text of texts) changeSharedDocument(shared, parseMarkdown(text));
  return updates;
}

/** The text of a document's first paragraph. */
function firstText(shared: Y.Doc): Y.XmlText {
  const paragraph = shared.getXmlFragment(DOCUMENT_FRAGMENT).get(0);
  const text = paragraph instanceof Y.XmlElement ? paragraph.get(0) : null;
  if (!(text instanceof Y.XmlText)) throw new Error('the first paragraph has no text');
  return text;
}

/** An update that changes the text of the first paragraph of a document with this state. */
export function updateOf(state: Uint8Array, change: (text: Y.XmlText) => void, client = 77): Uint8Array {
  const shared = sharedDocument([state]);
  shared.clientID = client;
  const before = Y.encodeStateVector(shared);
  change(firstText(shared));
  return Y.encodeStateAsUpdate(shared, before);
}

/**
 * An update that decodes but can't be applied: what it inserts stands left of something of its own client that is not
 * there.
 */
export function brokenUpdate(state: Uint8Array): Uint8Array {
  const client = 77;
  const update = updateOf(
    state,
    (text) => {
      text.insert(text.length, 'b');
      text.insert(text.length - 1, 'a');
    },
    client,
  );
  for (let at = update.length - 1; at > 0; at -= 1) {
    const broken = Uint8Array.from(update);
    broken[at] = 100;
    try {
      const { structs } = Y.decodeUpdate(broken);
      const isAhead = structs.some(
        (struct) =>
          struct instanceof Y.Item &&
          struct.rightOrigin?.client === client &&
          struct.rightOrigin.clock === 100,
      );
      if (isAhead) return broken;
    } catch {
      // Another byte.
    }
  }
  throw new Error('no byte makes it one');
}
