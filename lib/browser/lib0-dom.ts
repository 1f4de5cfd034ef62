/**
 * What the binding of Yjs reads of `lib0/dom` in a browser (`next.config.mjs`): the original describes each kind of node by a
 * library of schemas, which brings a replacement of Node's Buffer.
 */
export const doc = document;
