/** What a document is written as, beside the texts that need no process of their own. */
export const FILE_FORMATS = ['docx', 'pdf'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** A picture of a document: its address in the text, and its place behind the head of the job's bytes. */
export type PictureRange = { address: string; offset: number; size: number };

/** A document to be written as a file, as JSON at the beginning of the job's bytes; its pictures follow. */
export type DocumentToWrite = {
  title: string;
  markdown: string;
  /** What addresses without a host belong to: `https://hub.example`. */
  origin: string;
  /** In RFC 3339. */
  modified: string;
  pictures: PictureRange[];
};
