/** The element that holds a document's text in its editor. */
export const EDITOR_TEXT_ID = 'document-text';
