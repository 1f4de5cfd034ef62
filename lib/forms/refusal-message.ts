import { formatInlineMessage, type MessageCatalog } from '#lib/text/inline-messages.ts';

/** Codes of API refusals that the form page has messages for. */
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
  | 'invalid_file_name'
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

/** A refusal by the API; `retryAfter` in seconds. */
export type Refusal = { code: string; message: string; retryAfter?: number };

/** The message of a refusal in the page's language; in English, and where none exists, the API's message. */
export function refusalMessage(
  { code, message, retryAfter = 0 }: Refusal,
  { language, messages }: MessageCatalog,
): string {
  const text = messages[`refusal.${code}`];
  if (text === undefined) return message;
  return formatInlineMessage(text, { minutes: Math.max(1, Math.ceil(retryAfter / 60)) }, language);
}
