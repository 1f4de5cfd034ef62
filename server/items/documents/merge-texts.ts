import * as Y from 'yjs';
import { sharedDocument } from '#lib/documents/yjs-document.ts';
import { loadDocumentEngine } from './document-engine.ts';

/** Characters of the three texts together that are merged in this process. */
export const MERGE_MAX = 300_000;

/**
 * Merges what was changed in a text on two sides since they had the same one: as two writers of one document who
 * could not see each other.
 */
export async function mergeTexts(base: string, here: string, there: string): Promise<string> {
  const { changeSharedDocument, documentOf, parseMarkdown, writeMarkdown } = await loadDocumentEngine();
  const start = new Y.Doc();
  changeSharedDocument(start, parseMarkdown(base));
  const state = Y.encodeStateAsUpdate(start);
  const local = sharedDocument([state]);
  changeSharedDocument(local, parseMarkdown(here));
  const update = changeSharedDocument(sharedDocument([state]), parseMarkdown(there));
  if (update) Y.applyUpdate(local, update);
  return writeMarkdown(documentOf(local));
}
