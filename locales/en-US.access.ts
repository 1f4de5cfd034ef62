/** Messages of the trash, sharing and roles for forms and hubs. */
const rights = {
  'hub_settings.region': 'Region',
  'hub_settings.region_text':
    'How numbers, dates and times are written and read in forms, tables and imports.',
  'hub_settings.region_example': 'Now looks like this: {example}',
  'hub_settings.locale': 'Numbers and dates',
  'hub_settings.locale_help':
    'A language and region, such as de-CH. A form in another language follows its own.',
  'hub_settings.locale_wrong': 'Enter a language and region, such as en-GB',
  'hub_settings.time_zone': 'Time zone',
  'hub_settings.time_zone_help':
    'Such as Europe/Zurich. A form may have its own. Without one, times are the browser’s.',
  'hub_settings.time_zone_wrong': 'Enter a time zone, such as Europe/London',
  'hub_settings.currency': 'Currency',
  'hub_settings.currency_help': 'Of new columns of amounts. Existing columns keep theirs.',
  'hub_settings.phones': 'Phone numbers',
  'hub_settings.country': 'Country',
  'hub_settings.country_help':
    'Numbers without a country code, in forms, tables and imports, are read as numbers of this country. With none chosen, each needs its code.',
  'country.none': 'No country',
  'hub_settings.trash': 'Trash',
  'hub_settings.trash_days': 'Days in the trash',
  'hub_settings.trash_days_help':
    'Deleted content can be restored during this time, then it is deleted permanently.',
  'hub_settings.trash_days_wrong': 'Enter a number of days from {least} to {most}',
  'hub_settings.trash_days_shorter':
    'This acts at once: what has been in the trash for longer is deleted permanently.',
  'move.new_nameless': '{count, plural, one {a person without a name} other {# people without a name}}',
  'disclosure.title': 'More people would see this',
  'disclosure.lost_title': 'Some would lose access',
  'disclosure.would_lose': 'These would lose access: {names}.',
  'disclosure.lost_anyone': 'everyone outside the hub',
  'disclosure.lost_members': 'hub members who aren’t added there',
  'disclosure.lost_admins': 'hub admins who aren’t added there',
  'disclosure.lost_links': 'people with a link',
  'disclosure.submit': 'Continue',
  'disclosure.resources':
    '{count, plural, one {What they would see:} other {What they would see (# items):}}',
  'disclosure.inheriting': 'and {count, plural, one {# item in it} other {# items in it}}',
  'disclosure.in_trash': '(in the trash)',
  'disclosure.more_resources': '{count, plural, one {and # more} other {and # more}}',
  'disclosure.more_people': '{count, plural, one {# more person} other {# more people}}',
  'item.archived': 'Archived',
  'trash.forms': 'Deleted forms',
  'trash.forms_list': 'Forms in the trash',
  'trash.form_end_text':
    'The form, its versions, all answers to it and their files are deleted permanently. This can’t be undone.',
  'trash.form_restored': '“{title}” is back in {place}.',
};

export default rights;
