import * as Y from 'yjs';

/** The name of the fragment of a Yjs document that holds its text. */
export const DOCUMENT_FRAGMENT = 'default';

/** A shared document with these updates (of Yjs, version 1). @throws where one is not an update */
export function sharedDocument(updates: readonly Uint8Array[]): Y.Doc {
  const shared = new Y.Doc({ gc: true });
  shared.transact(() => {
    for (const update of updates) Y.applyUpdate(shared, update);
  });
  return shared;
}
