import { fillWords, type SpokenWords } from '#lib/text/plain-words.ts';

/** The API's refusals, by their codes, that a page of a form has words for. */
export type RefusalId = `refusal.${
  | 'already_answered'
  | 'already_sent'
  | 'answer_not_editable'
  | 'challenge_expired'
  | 'drafts_full'
  | 'empty_file'
  | 'extension_mismatch'
  | 'file_taken'
  | 'file_too_large'
  | 'form_closed'
  | 'form_full'
  | 'form_not_open_yet'
  | 'looks_automatic'
  | 'not_found'
  | 'only_beginning'
  | 'proof_missing'
  | 'too_fast'
  | 'too_large'
  | 'too_many_attempts'
  | 'too_many_waiting_files'
  | 'too_much_at_once'
  | 'type_not_allowed'
  | 'unknown_version'}`;

/** What the API said against something; `retryAfter` in seconds. */
export type Refusal = { code: string; message: string; retryAfter?: number };

/** A refusal in the words of the page, where these have one for it; else, and in English, as the API says it. */
export function sayRefusal(
  { code, message, retryAfter = 0 }: Refusal,
  { language, messages }: SpokenWords,
): string {
  const text = messages[`refusal.${code}`];
  if (text === undefined) return message;
  return fillWords(text, { minutes: Math.max(1, Math.ceil(retryAfter / 60)) }, language);
}
