/** What would be valid, as a hint for a problem of a value (`lib/fields/hints.ts`). */
const hints = {
  'hint.text': 'Write at least one letter, digit or sign',
  'hint.length': 'It has {count, plural, one {# character} other {# characters}} now',
  'hint.example': 'For example: {example}',
  'hint.pattern': 'It has to fit the pattern {pattern}',
  'hint.as_text': 'Send it as a text',
  'hint.as_list': 'Send a list of values',
  'hint.email': 'Write one address with an @ and a domain, such as {example}',
  'hint.email_blank': 'Remove the blanks within the address, such as {example}',
  'hint.phone_no_country': 'Begin with + and the country’s code, such as {example}',
  'hint.phone_not_in_country':
    'This is no number in {country}. Check its digits, or begin with + and the country’s code, such as {example}',
  'hint.phone_unknown_country':
    'No country has this code. Begin with + and the country’s code, such as {example}',
  'hint.phone_too_short': 'Digits are missing: with its country’s code a number looks like {example}',
  'hint.phone_too_long': 'There are too many digits: with its country’s code a number looks like {example}',
  'hint.phone_extension':
    'Write the number first, then 1 to 7 digits of its extension, such as {example} ext. 12',
  'hint.phone_characters': 'Use digits, blanks, hyphens and a + at the beginning, such as {example}',
  'hint.url': 'Write the whole address, such as {example}',
  'hint.url_scheme': 'Begin with https:// or http://, such as {example}',
  'hint.url_blank': 'Remove the blanks from the address',
  'hint.url_invisible': 'The address has invisible characters in it: type it again instead of pasting it',
  'hint.url_domain': 'After https:// there has to be a domain, such as {example}',
  'hint.number': 'Write a number in digits, such as {example}',
  'hint.number_now': 'It is {number} now',
  'hint.date': 'Write a day of the calendar, such as {example}',
  'hint.time': 'Write hours and minutes, such as {example}',
  'hint.datetime': 'Write a day and a time, such as {example}',
  'hint.time_now': 'It is {time} now',
  'hint.choose_one': 'Choose one of: {options}',
  'hint.choose_some': 'Choose among: {options}',
  'hint.choose_once': 'Choose each of them only once, among: {options}',
  'hint.count_now': '{count, plural, =0 {There is none now} one {There is # now} other {There are # now}}',
  'hint.file': 'Choose the file again',
  'hint.file_types': 'Choose a file whose name ends with one of: {types}',
  'hint.file_now': 'The file has {size}: choose a smaller one',
  'hint.json': 'Write JSON, such as {example}',
  'hint.form': 'Fill in what is asked for in this part',
} as const;

export default hints;
