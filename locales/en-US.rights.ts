/** Words of the trash, sharing and roles as they hold for forms and hubs. */
const rights = {
  'hub_settings.trash': 'Trash',
  'hub_settings.trash_days': 'Days in the trash',
  'hub_settings.trash_days_help': 'What was deleted can be taken back for so long, then it is gone for ever.',
  'hub_settings.trash_days_wrong': 'Enter a number of days from {least} to {most}',
  'hub_settings.trash_days_shorter':
    'This acts at once: what has been in the trash for longer is deleted for ever.',
  'move.new_nameless': '{count, plural, one {a person without a name} other {# people without a name}}',
  'item.archived': 'Archived',
  'trash.forms': 'Deleted forms',
  'trash.forms_list': 'Forms in the trash',
  'trash.form_end_text':
    'The form, its versions, all answers to it and their files are deleted for ever. This can’t be undone.',
  'trash.form_restored': '“{title}” is back in {place}.',
};

export default rights;
