import type { Database } from '#server/platform/database/database.ts';
import { slotsWithMatches } from './candidates.ts';
import { isCorrectable, similarTokens } from './query-tokens.ts';
import type { ReadableSpaces } from './readable-spaces.ts';
import type { EngineRequest } from './search-engine.ts';
import type { Slot, Step } from './slots.ts';

/**
 * The most words that are corrected in one query: the longest, which are the most specific and the easiest to
 * recognize.
 */
const CORRECTED = 6;

/** What a query wants and excludes; about how many passages its hub has. */
export type Slots = { wanted: Slot[]; excluded: Slot[]; passages: number };

/**
 * The words of slots that may be corrected: of more than a few the longest, of the same length in the order
 * typed.
 */
function correctableSteps(slots: readonly Slot[]): Step[] {
  const steps = slots.flatMap((slot) => slot.steps.filter(isCorrectable));
  const longestFirst = [...new Set(steps.map((step) => step.word))].sort((a, b) => lengthOf(b) - lengthOf(a));
  const chosen = new Set(longestFirst.slice(0, CORRECTED));
  return steps.filter((step) => chosen.has(step.word));
}

const lengthOf = (word: string): number => [...word].length;

/** About how many items have the slot where `more` have another word for it; of a phrase that is not known. */
const itemsOf = ({ items, steps }: Slot, more: number): number => (steps.length > 1 ? items : items + more);

/** Whether no text of the hub has the word of a slot, nor one that begins with it. */
export function isUnknown({ steps: [step, ...others], items, prefixItems, quoted }: Slot): boolean {
  const isPlainToken = step?.spelled === true && others.length === 0 && !step.prefix && !quoted;
  return isPlainToken && items === 0 && prefixItems === 0;
}

/** The interpreted query; null where only forms of the typed words were added, which are no other words. */
export type Correction = { query: string | null };

/**
 * Adds similarly spelled words of the hub to those slots of which the reader can see no match at all, or to the
 * `doubtful` ones. Words beyond the limit stay as typed and are not required any more.
 * @returns null when there is nothing to correct.
 */
export async function correct(
  database: Database,
  request: EngineRequest,
  readable: ReadableSpaces,
  slots: Slots,
  doubtful: readonly Slot[] | null,
): Promise<Correction | null> {
  const { excluded } = slots;
  const written = slots.wanted.filter((slot) => !slot.quoted);
  const seen = doubtful ? null : await slotsWithMatches(database, request, readable, written, excluded);
  const unseen = doubtful ?? written.filter((slot) => !seen?.has(slot));
  const steps = correctableSteps(unseen);
  if (steps.length === 0) return null;
  const corrections = new Map<string, string>();
  const tries = (await similarTokens(database, request.reader.hubId, steps)).flatMap((alike) => {
    const slot = unseen.find((one) => one.steps.includes(alike.step));
    if (!slot) return [];
    const step = { ...alike.step, lexemes: alike.lexemes, corrected: true };
    const replaced = slot.steps.map((one) => (one === alike.step ? step : one));
    // By the stems of some language another form of the same word, which it need not be.
    const isForm = doubtful !== null && alike.lexemes.some((one) => alike.step.lexemes.includes(one));
    return {
      alike,
      isForm,
      meant: slot,
      slot: { ...slot, items: itemsOf(slot, alike.items), steps: replaced },
    };
  });
  // Each is tried separately, so that a shown correction is a word that the reader can really find.
  const found = await slotsWithMatches(
    database,
    request,
    readable,
    tries.map(({ slot }) => slot),
    excluded,
  );
  const least = new Map<Step, number>();
  const forms = new Set<string>();
  for (const { alike, isForm, slot, meant } of tries) {
    const { step, word, typos, lexemes, items } = alike;
    // Where a word with fewer errors is found, others with more are not meant.
    if (!found.has(slot) || typos > (least.get(step) ?? typos)) continue;
    least.set(step, typos);
    step.lexemes = [...new Set([...step.lexemes, ...lexemes])];
    meant.items = itemsOf(meant, items);
    step.meant = step.corrected ? [...step.meant, word] : [word];
    step.corrected = true;
    if (!corrections.has(step.word)) corrections.set(step.word, isForm ? step.written : word);
    if (isForm) forms.add(step.word);
  }
  if (corrections.size === 0) return null;
  for (const slot of unseen) {
    const correctable = slot.steps.filter(isCorrectable);
    if (correctable.length > 0 && !correctable.some((step) => steps.includes(step))) slot.optional = true;
  }
  if ([...corrections.keys()].every((word) => forms.has(word))) return { query: null };
  const query = slots.wanted
    .map((slot) => slot.steps.map((step) => corrections.get(step.word) ?? step.written).join(' '))
    .join(' ');
  return { query };
}
