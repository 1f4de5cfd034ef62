/** Words of the editors of values; a page that is filled carries no others beside its own. */
const fields = {
  'fields.optional': 'Optional',
  'fields.required': 'required',
  'fields.characters_left': '{count, plural, one {# character left} other {# characters left}}',
  'fields.characters_over': '{count, plural, one {# character too many} other {# characters too many}}',
  'fields.choose': 'Choose…',
  'fields.computed': 'Worked out by itself',
  'fields.find': 'Type to find…',
  'fields.options_found': '{count, plural, =0 {Nothing found} one {# option} other {# options}}',
  'fields.options_more': '{count, plural, one {# more: type to find it} other {# more: type to find them}}',
  'fields.clear': 'Clear: {label}',
  'fields.remove_choice': 'Remove {choice}',
  'fields.chosen': 'Chosen: {label}',
  'fields.entry': '{label} {place}',
  'fields.add_entry': 'Add another',
  'fields.add_label': 'Add: {label}',
  'fields.remove_entry': 'Remove {label} {place}',
  'fields.move_up': 'Move {label} {place} up',
  'fields.move_down': 'Move {label} {place} down',
  'fields.entry_added': '{label} {place} is added.',
  'fields.entry_removed': '{label} {place} is removed. {count, plural, one {# is left} other {# are left}}.',
  'fields.entry_moved': '{label} is now in place {place} of {count}.',
  'fields.most_entries': '{count, plural, one {# at most} other {# at most}}',
  'fields.summary':
    '{count, plural, one {One answer needs another look} other {# answers need another look}}',
  'fields.summary_around': '{label} {place}: {message}',
  'fields.hidden_option': 'An option that is gone',
} as const;

export default fields;
