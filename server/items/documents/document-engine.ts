/**
 * What converts and compares documents: the schema with its libraries takes some 50 MiB, so that it is loaded with the
 * first document that needs it.
 */
export const loadDocumentEngine = () => import('#lib/documents/engine.ts');
