import type { Editor } from '@tiptap/core';
import { locationHash } from '#lib/browser/location-hash.ts';
import { editedHeadings } from './heading-jumps.ts';
import { currentBlock } from './move-block.ts';

/** The address of the block at the cursor: of a heading, or by its text; null where it has none. */
export function blockLink(editor: Editor): string | null {
  const block = currentBlock(editor);
  const node = block?.node;
  const first = node?.isTextblock ? node : node?.firstChild;
  const text = first?.textBetween(0, first.content.size, ' ', ' ').trim() ?? '';
  if (!block || text === '') return null;
  const { origin, pathname } = window.location;
  const heading = editedHeadings(editor.state.doc).find(({ position }) => position === block.position);
  return `${origin}${pathname}${heading ? `#${heading.id}` : locationHash('text', text)}`;
}
