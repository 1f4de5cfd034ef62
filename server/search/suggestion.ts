import type { Database } from '#server/platform/database/database.ts';
import { strictMatches } from './candidates.ts';
import { readHits } from './hits.ts';
import { isCorrectable, similarTokens, type TokenSuggestion } from './query-tokens.ts';
import type { ReadableSpaces } from './readable-spaces.ts';
import { respell } from './respell.ts';
import type { EngineRequest } from './search-engine.ts';
import type { Slot } from './slots.ts';

/** A word that so many more items have is the likelier one. */
const TIMES_AS_COMMON = 4;
/** Shorter words are too similar to one another, and longer queries mean what they say. */
const LETTERS_MIN = 4;
const SLOTS_MAX = 4;
/** Each is searched, so that what is suggested finds something that the reader may see. */
const TRIES_MAX = 3;

type Slots = { wanted: readonly Slot[]; excluded: readonly Slot[]; passages: number };

/**
 * The query with another word of the hub in place of one that may be a typing error though the hub has it too;
 * null where no other query finds anything that the reader may see.
 */
export async function suggestQuery(
  database: Database,
  request: EngineRequest,
  readable: ReadableSpaces,
  slots: Slots,
): Promise<string | null> {
  const { wanted, excluded, passages } = slots;
  if (wanted.length > SLOTS_MAX || wanted.some((slot) => slot.quoted)) return null;
  const steps = wanted.flatMap((slot) => {
    const [step] = slot.steps;
    const isDoubtful =
      step && slot.steps.length === 1 && isCorrectable(step) && [...step.word].length >= LETTERS_MIN;
    return isDoubtful && !slot.optional ? [step] : [];
  });
  const alike = await similarTokens(database, request.reader.hubId, steps);
  const itemsOf = ({ step }: TokenSuggestion) => wanted.find((slot) => slot.steps[0] === step)?.items ?? 0;
  const tries = alike
    .filter((one) => one.items >= Math.max(1, itemsOf(one)) * (wanted.length > 1 ? 1 : TIMES_AS_COMMON))
    .slice(0, TRIES_MAX);
  for (const { step, word, items, lexemes } of tries) {
    const other = { ...step, word, written: word, lexemes, prefixes: [], corrected: true };
    const changed = wanted.map((slot) =>
      slot.steps[0] === step ? { ...slot, items, prefixItems: 0, steps: [other] } : slot,
    );
    const found = await strictMatches(
      database,
      request,
      readable,
      { wanted: changed, excluded, passages },
      1,
    );
    if (found.length === 0) continue;
    const hits = await readHits(database, found, changed);
    return respell(
      changed
        .map((slot) => slot.steps.map((one) => (one === other ? word : one.written)).join(' '))
        .join(' '),
      hits,
    );
  }
  return null;
}
