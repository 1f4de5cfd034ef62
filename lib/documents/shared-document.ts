import type { Node } from '@tiptap/pm/model';
import { updateYFragment } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import { repairDocument } from './document-json.ts';
import { DOCUMENT_FRAGMENT } from './yjs-document.ts';

type Marked = { insert: unknown; attributes?: Record<string, unknown> };

/** A shared element as ProseMirror's JSON, without a judgement of it. */
function jsonOf(element: Y.XmlFragment | Y.XmlElement, depth: number): object[] {
  if (depth > 400) return [];
  return element.toArray().flatMap((child): object[] => {
    if (child instanceof Y.XmlText) {
      const delta: Marked[] = child.toDelta();
      return delta.flatMap(({ insert, attributes = {} }) =>
        typeof insert === 'string'
          ? [
              {
                type: 'text',
                text: insert,
                // Marks that overlap themselves have a suffix to their name.
                marks: Object.entries(attributes).map(([name, attrs]) => ({
                  type: name.split('--')[0],
                  attrs,
                })),
              },
            ]
          : [],
      );
    }
    if (!(child instanceof Y.XmlElement)) return [];
    return [{ type: child.nodeName, attrs: child.getAttributes(), content: jsonOf(child, depth + 1) }];
  });
}

/** What a shared document holds, as far as the schema takes it. */
export function documentOf(shared: Y.Doc): Node {
  return repairDocument({ type: 'doc', content: jsonOf(shared.getXmlFragment(DOCUMENT_FRAGMENT), 0) });
}

/**
 * Changes a shared document to this one, in one transaction, by what differs: what others write at the same
 * time elsewhere in it stays.
 * @returns the update; null where nothing differs
 */
export function changeSharedDocument(shared: Y.Doc, document: Node): Uint8Array | null {
  const before = Y.encodeStateVector(shared);
  const fragment = shared.getXmlFragment(DOCUMENT_FRAGMENT);
  let changed = false;
  const note = () => {
    changed = true;
  };
  shared.on('update', note);
  // `transact` as the editor's own binding does it.
  shared.transact(() =>
    updateYFragment(shared, fragment, document, { mapping: new Map(), isOMark: new Map() }),
  );
  shared.off('update', note);
  return changed ? Y.encodeStateAsUpdate(shared, before) : null;
}

function* tasksOf(element: Y.XmlFragment | Y.XmlElement): Generator<Y.XmlElement<{ checked: boolean }>> {
  for (const child of element.toArray()) {
    if (!(child instanceof Y.XmlElement)) continue;
    if (child.nodeName === 'taskItem') yield child;
    yield* tasksOf(child);
  }
}

/**
 * Marks one task of a shared document as done or as open, and changes nothing else.
 * @returns false, with nothing changed, where the document has other than `of` tasks
 */
export function markTask(
  shared: Y.Doc,
  { number, of, isDone }: { number: number; of: number; isDone: boolean },
): boolean {
  const tasks = [...tasksOf(shared.getXmlFragment(DOCUMENT_FRAGMENT))];
  const task = tasks[number];
  if (tasks.length !== of || !task) return false;
  task.setAttribute('checked', isDone);
  return true;
}
