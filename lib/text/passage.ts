/**
 * Where in its file a passage stands, so that a hit can be opened at its place.
 * `page`, `slide`, `part` and row numbers count from 1; a sheet's header is its row 1.
 */
export type PassageLocation =
  | { type: 'page'; page: number }
  | { type: 'section'; heading: string }
  | { type: 'slide'; slide: number }
  | { type: 'rows'; sheet?: string; from: number; to: number }
  | { type: 'row'; row_id: string }
  | { type: 'message' }
  | { type: 'text'; part: number };

/** A piece of a file's text that search finds and names: at most {@link MAX_PASSAGE_BYTES} of UTF-8. */
export type Passage = { where: PassageLocation; heading?: string; text: string };

/** The most text that one passage holds, in bytes of UTF-8. */
export const MAX_PASSAGE_BYTES = 8192;
