/**
 * Where documents are written together: `/ws/documents?id=<item>`; with `all=1`, all of the document is sent without being asked for.
 * Apart from what goes over it (`protocol.ts`): the address is needed before.
 */
export const DOCUMENT_SOCKET_PATH = '/ws/documents';

/**
 * The version of the schema of documents (`schema.ts`): a page says the one that it knows (`schema=`). It grows with each node,
 * mark or attribute that is added, because the editor of a page that doesn't know it would delete it for everybody.
 */
export const DOCUMENT_SCHEMA = 2;
