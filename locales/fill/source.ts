import hints from '#lib/fields/hint-messages.ts';
import fields from '../en-US.fields.ts';
import fill from '../en-US.fill.ts';
import type { FillMessages } from './messages.ts';

/**
 * Everything that the page of a form says by itself, in English: what is translated where it is said in another
 * language. The page itself carries less of it: validator and API say theirs in English themselves.
 */
export const FILL_SOURCE: FillMessages = {
  ...fill,
  ...fields,
  ...hints,
  'check.required': 'Please enter {label}',
  'check.blank': '{label} cannot be a blank character',
  'check.one_of': '{label} must be one of {options}',
  'check.invalid': '{label} is not valid',
  'check.invalid_email': '{label} is not a valid email',
  'check.invalid_phone': '{label} is not a valid phone',
  'check.invalid_url': '{label} is not a valid url',
  'check.invalid_number': '{label} is not a valid number',
  'check.invalid_date': '{label} is not a valid date',
  'check.invalid_time': '{label} is not a valid time',
  'check.invalid_datetime': '{label} is not a valid date with a time',
  'check.invalid_file': '{label} is not a valid file',
  'check.invalid_json': '{label} is not valid JSON',
  'check.exact_length':
    '{label} must be exactly {count, plural, one {# character} other {# characters}} long',
  'check.min_length': '{label} must be at least {min, plural, one {# character} other {# characters}} long',
  'check.max_length': '{label} cannot be longer than {max, plural, one {# character} other {# characters}}',
  'check.length_range':
    '{label} must be between {min} and {max, plural, one {# character} other {# characters}} long',
  'check.exact_number': '{label} must be equal to {value}',
  'check.min_number': '{label} cannot be less than {min}',
  'check.max_number': '{label} cannot be greater than {max}',
  'check.number_range': '{label} must be between {min} and {max}',
  'check.exact_count': '{label} must have exactly {count, plural, one {# entry} other {# entries}}',
  'check.min_count': '{label} must have at least {min, plural, one {# entry} other {# entries}}',
  'check.max_count': '{label} cannot have more than {max, plural, one {# entry} other {# entries}}',
  'check.count_range': '{label} must have between {min} and {max, plural, one {# entry} other {# entries}}',
  'check.date_format': '{label} must be a date written as {format}',
  'check.no_day': '{label} is not a day of the calendar',
  'check.pattern': '{label} does not have the required form',
  'check.pattern_too_slow': '{label} takes too long to check; shorten it',
  'check.unreadable': '{label} contains characters that cannot be shown; type it again without them',
  'check.earliest': '{label} cannot be before {min}',
  'check.latest': '{label} cannot be after {max}',
  'check.time_range': '{label} must be between {min} and {max}',
  'check.extensions': '{label} must be a file of one of these types: {extensions}',
  'check.ambiguous': '{label} can be read as {first} or as {second}; choose the one that you mean',
  'check.too_precise': '{label} has more digits than can be kept exactly; write at most 15',
  'check.out_of_range': '{label} is too large or too small a number to be kept',
  'check.skipped_time':
    '{label} is a time that does not exist, because the clocks are put forward; choose {first} or {second}',
  'check.repeated_time':
    '{label} is a time that comes twice, because the clocks are put back; choose {first} or {second}',
  'check.max_bytes': '{label} cannot be larger than {max}',
  'check.unknown_field': 'There is no field named “{label}”',
  'refusal.already_answered': 'You have answered this form already. It takes one answer from each person.',
  'refusal.already_sent': 'This answer was sent already, as it was before your change.',
  'refusal.answer_not_editable': 'Answers to this form can no longer be changed.',
  'refusal.challenge_expired': 'Load the form again, and send the answer once more.',
  'refusal.drafts_full': 'Too many unfinished answers are kept for this form. Try again later.',
  'refusal.empty_file': 'The file is empty.',
  'refusal.extension_mismatch': 'What is in the file does not fit its name.',
  'refusal.file_taken': 'This file belongs to another answer. Choose it again.',
  'refusal.file_too_large': 'The file is larger than what is taken here.',
  'refusal.form_closed': 'This form is closed and takes no answers any more.',
  'refusal.form_full': 'This form has as many answers as it takes.',
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
