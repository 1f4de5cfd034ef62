/** The task that imports documents. */
export const IMPORT_DOCUMENTS = 'import-documents';
