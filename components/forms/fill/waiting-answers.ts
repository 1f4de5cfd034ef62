import { clearDraft, type DraftStorage, draftKeys, readDraft, saveDraft } from '#lib/browser/drafts.ts';
import type { ReadyAnswer } from './send-answer.ts';

/** An answer that was sent without a network: kept until it has arrived, also over a closed tab. */
export type WaitingAnswer = ReadyAnswer & { signedIn: boolean };

const PREFIX = 'form-waiting:';
const keyOf = ({ slug, key }: Pick<WaitingAnswer, 'slug' | 'key'>) => `${PREFIX}${slug}:${key}`;

function isWaitingAnswer(kept: unknown): kept is WaitingAnswer {
  if (typeof kept !== 'object' || kept === null) return false;
  const texts = ['slug', 'language', 'key', 'draft', 'website', 'token', 'nonce'];
  const given: Record<string, unknown> = { ...kept };
  const hasTexts = texts.every((name) => typeof given[name] === 'string');
  return (
    hasTexts && typeof given.version === 'number' && typeof given.values === 'object' && given.values !== null
  );
}

/** Keeps an answer that waits. @returns false where the browser keeps nothing: it then waits in this page alone */
export const keepWaiting = (storage: DraftStorage, answer: WaitingAnswer, title: string): boolean => {
  const about = { kind: 'waiting_answer', title, hub: '', path: `/f/${answer.slug}` } as const;
  return saveDraft(storage, keyOf(answer), answer, about);
};

export const forgetWaiting = (storage: DraftStorage, answer: Pick<WaitingAnswer, 'slug' | 'key'>): void =>
  clearDraft(storage, keyOf(answer));

/** All answers that wait in this browser, of whatever form. */
export function waitingAnswers(storage: DraftStorage): WaitingAnswer[] {
  return draftKeys(storage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => readDraft(storage, key))
    .filter(isWaitingAnswer);
}
