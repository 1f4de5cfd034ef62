/** Where documents are written together: `/ws/documents?id=<item>`. Apart from what is said there: it is needed before. */
export const DOCUMENT_SOCKET_PATH = '/ws/documents';

/**
 * The version of the schema of documents (`schema.ts`): a page says the one that it knows (`schema=`). It grows with each node
 * or mark that is added, because the editor of a page that doesn't know it would delete it for everybody.
 */
export const DOCUMENT_SCHEMA = 1;
