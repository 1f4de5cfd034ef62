import { ask, type FormTemplate, options, placed, YES_NO } from './template.ts';

const AGREEMENT = options({
  agree: 'I agree',
  rather: 'I rather agree',
  rather_not: 'I rather disagree',
  disagree: 'I disagree',
});

const fields = [
  ask('select', 'since', 'How long have you been with us?', {
    options: options({ new: 'Less than a year', some: 'One to five years', long: 'More than five years' }),
  }),
  ask('multi-select', 'teams', 'In which areas do you work?', {
    options: options({
      office: 'Office',
      service: 'Service',
      production: 'Production',
      field: 'Out and about',
    }),
    rules: [{ rule: 'max_count', value: 3 }],
  }),
  ask('select', 'leads', 'Do you lead a team?', { options: YES_NO }),
  ask('select', 'informed', 'I know what goes on', { options: AGREEMENT }),
  ask('select', 'heard', 'My opinion counts', { options: AGREEMENT }),
  ask('select', 'tools', 'I have the tools that I need', { options: AGREEMENT }),
  ask('textarea', 'missing_tools', 'What is missing?', {
    required: false,
    visible_if: {
      or: [
        { field: 'tools', op: 'equals', value: 'disagree' },
        { field: 'tools', op: 'equals', value: 'rather_not' },
      ],
    },
  }),
  ask('number', 'team_size', 'How many people do you lead?', {
    rules: [{ rule: 'min', value: 1 }],
  }),
  ask('checkboxes', 'support', 'What would help you to lead?', {
    required: false,
    options: options({
      training: 'Training',
      time: 'More time',
      exchange: 'Exchange with others',
      people: 'More people',
    }),
  }),
  ask('number', 'mood', 'How much do you like working here?', {
    help: 'From 1, not at all, to 10, very much.',
    rules: [
      { rule: 'min', value: 1 },
      { rule: 'max', value: 10 },
    ],
  }),
  ask('textarea', 'one_thing', 'If you could change one thing, what would it be?', { required: false }),
];

/** Several pages of opinions, one of them only for those whom it concerns. */
export const survey: FormTemplate = {
  title: 'Survey',
  description: 'Anonymous, about five minutes. There are no wrong answers.',
  fields,
  layout: {
    pages: [
      { id: 'about', title: 'About your work', blocks: placed('since', 'teams', 'leads') },
      {
        id: 'statements',
        title: 'How far do you agree?',
        blocks: placed('informed', 'heard', 'tools', 'missing_tools'),
      },
      {
        id: 'leading',
        title: 'Leading a team',
        visible_if: { field: 'leads', op: 'equals', value: 'yes' },
        blocks: placed('team_size', 'support'),
      },
      { id: 'end', title: 'To finish', blocks: placed('mood', 'one_thing') },
    ],
  },
  settings: { confirmation: 'Thank you. The results are shared with everybody.', spam: 'honeypot_and_rate' },
};
