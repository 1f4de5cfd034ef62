export { documentText, readDocumentJson, repairDocument } from './document-json.ts';
export { parseMarkdown } from './parse-markdown.ts';
export { changeSharedDocument, documentOf, markTask } from './shared-document.ts';
export { writeMarkdown } from './write-markdown.ts';
