import type { CheckId } from '#lib/fields/translate-problem.ts';

/**
 * What is wrong with a value, in the very sentences of docs/contract.md §5 that `englishProblem` has for the API, where
 * numbers have no separators: `{max} {max, plural, …}` and not `#`, which has them.
 */
const checks: Record<CheckId, string> = {
  'check.required': 'Please enter {label}',
  'check.blank': '{label} cannot be a blank character',
  'check.one_of': '{label} must be one of [{options}]',
  'check.invalid': '{label} is not a valid {type}',
  'check.invalid_email': '{label} is not a valid email',
  'check.invalid_phone': '{label} is not a valid phone',
  'check.invalid_url': '{label} is not a valid url',
  'check.invalid_number': '{label} is not a valid number',
  'check.invalid_date': '{label} is not a valid date',
  'check.invalid_time': '{label} is not a valid time',
  'check.invalid_datetime': '{label} is not a valid datetime',
  'check.invalid_file': '{label} is not a valid file',
  'check.invalid_json': '{label} is not a valid json',
  'check.exact_length':
    '{label} must be exactly {count} {count, plural, one {character} other {characters}} long',
  'check.min_length': '{label} must be at least {min} {min, plural, one {character} other {characters}} long',
  'check.max_length': '{label} cannot be longer than {max} {max, plural, one {character} other {characters}}',
  'check.length_range':
    '{label} must be between {min} and {max} {max, plural, one {character} other {characters}} long',
  'check.exact_number': '{label} must be equal to {value}',
  'check.min_number': '{label} cannot be less than {min}',
  'check.max_number': '{label} cannot be greater than {max}',
  'check.number_range': '{label} must be between {min} and {max}',
  'check.exact_count': '{label} must have exactly {count} {count, plural, one {entry} other {entries}}',
  'check.min_count': '{label} must have at least {min} {min, plural, one {entry} other {entries}}',
  'check.max_count': '{label} cannot have more than {max} {max, plural, one {entry} other {entries}}',
  'check.count_range': '{label} must have between {min} and {max} {max, plural, one {entry} other {entries}}',
  'check.date_format': '{label} must be a date written as {format}',
  'check.no_day': '{label} is not a day of the calendar',
  'check.pattern': '{label} does not have the required form',
  'check.pattern_too_slow': '{label} takes too long to check; shorten it, or ask for a simpler pattern',
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
};

export default checks;
