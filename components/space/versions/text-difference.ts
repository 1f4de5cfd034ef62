import { diffLines, diffWordsWithSpace } from 'diff';

/** A part of two texts: in both, only in the newer, or only in the older one. */
type DifferencePart = { kind: 'same' | 'added' | 'removed'; text: string };

/** Changes that are looked for word by word, and line by line, at most; and the time for each, in milliseconds. */
const TOKEN_EDITS_MAX = 3_000;
const LINE_EDITS_MAX = 6_000;
const TIMEOUT_MS = 1_000;

/**
 * What differs between two texts: word by word, line by line where there is too much for that.
 * @returns null where they have next to nothing in common
 */
export function textDifference(before: string, after: string): DifferencePart[] | null {
  const limits = { timeout: TIMEOUT_MS };
  const changes =
    diffWordsWithSpace(before, after, { ...limits, maxEditLength: TOKEN_EDITS_MAX }) ??
    diffLines(before, after, { ...limits, maxEditLength: LINE_EDITS_MAX });
  return (
    changes?.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })) ?? null
  );
}
