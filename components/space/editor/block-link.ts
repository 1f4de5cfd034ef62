import type { Editor } from '@tiptap/core';
import { locationHash } from '#lib/browser/location-hash.ts';
import { currentBlock } from './move-block.ts';

/** The address of the block at the cursor, by its text; null where it has none. */
export function blockLink(editor: Editor): string | null {
  const node = currentBlock(editor)?.node;
  const first = node?.isTextblock ? node : node?.firstChild;
  const text = first?.textBetween(0, first.content.size, ' ', ' ').trim() ?? '';
  if (!node || text === '') return null;
  const { origin, pathname } = window.location;
  return `${origin}${pathname}${locationHash(node.type.name === 'heading' ? 'section' : 'text', text)}`;
}
