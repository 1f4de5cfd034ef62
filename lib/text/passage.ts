/**
 * The location of a passage in its file, so that a search result can be opened there. `page`, `slide`, `part`
 * and row numbers count from 1; a sheet's header is its row 1.
 */
export type PassageLocation =
  | { type: 'page'; page: number }
  | { type: 'section'; heading: string }
  | { type: 'slide'; slide: number }
  | { type: 'rows'; sheet?: string; from: number; to: number }
  | { type: 'row'; row_id: string }
  | { type: 'message' }
  | { type: 'text'; part: number };

/** A piece of a file's text that is a unit of search: at most {@link MAX_PASSAGE_BYTES} of UTF-8. */
export type Passage = { where: PassageLocation; heading?: string; text: string };

/** The maximum size of a passage, in bytes of UTF-8. */
export const MAX_PASSAGE_BYTES = 8192;
