import type { DocumentAbout, DocumentPicture } from '#server/platform/extraction/result.ts';

/** What an office file or a web page is read as. */
export type OfficeDocument = { html: string; about?: DocumentAbout; pictures?: DocumentPicture[] };
