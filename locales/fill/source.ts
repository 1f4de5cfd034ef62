import hints from '#lib/fields/hint-messages.ts';
import fields from '../en-US.fields.ts';
import fill from '../en-US.fill.ts';
import checks from './en-checks.ts';
import type { FillMessages } from './messages.ts';

/**
 * Everything that the page of a form says by itself, in English: what is translated where it is said in another
 * language. The page itself carries less of it: validator and API say theirs in English themselves.
 */
export const FILL_SOURCE: FillMessages = {
  ...fill,
  ...fields,
  ...hints,
  ...checks,
  'refusal.already_answered': 'You have answered this form already. It takes one answer from each person.',
  'refusal.already_sent': 'This answer was sent already, as it was before your change.',
  'refusal.answer_not_editable': 'Answers to this form can no longer be changed.',
  'refusal.challenge_expired': 'Load the form again, and send the answer once more.',
  'refusal.drafts_full': 'Too many unfinished answers are kept for this form. Try again later.',
  'refusal.empty_file': 'The file is empty.',
  'refusal.extension_mismatch': 'What is in the file does not fit its name.',
  'refusal.file_taken': 'This file belongs to another answer. Choose it again.',
  'refusal.file_too_large': 'The file is larger than what is taken here.',
  'refusal.form_closed': 'This form is closed and no longer accepts answers.',
  'refusal.form_full': 'This form has reached its maximum number of answers.',
  'refusal.form_not_open_yet': 'This form is not open yet.',
  'refusal.invalid_file_name':
    'The file’s name is longer than 255 characters, or has characters that cannot be shown. Rename the file, and choose it again.',
  'refusal.looks_automatic': 'This looks as if a program had sent it. Load the page again and try once more.',
  'refusal.not_found': 'It is no longer there, or you may not see it.',
  'refusal.only_beginning':
    'Only the beginning of this text is here: it is much longer than a form takes. Shorten it, then send it again.',
  'refusal.proof_missing': 'Send the form from its own page.',
  'refusal.too_fast': 'That was very quick. Wait a moment, and send it again.',
  'refusal.too_large': 'That is more than can be sent at once.',
  'refusal.too_many_attempts':
    'Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  'refusal.too_many_waiting_files': 'Too many files wait for their answers. Try again later.',
  'refusal.too_much_at_once': 'Too much is being sent at once. Try again in a moment.',
  'refusal.type_not_allowed': 'Files of this type are not taken here.',
  'refusal.unknown_version': 'This version of the form does not exist. Load it again.',
};
