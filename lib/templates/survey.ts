import { type FormTemplate, fieldBlocks, options, templateField, YES_NO } from './template.ts';

const AGREEMENT = options({
  agree: 'I agree',
  rather: 'I rather agree',
  rather_not: 'I rather disagree',
  disagree: 'I disagree',
});

const fields = [
  templateField('select', 'since', 'How long have you been with us?', {
    options: options({ new: 'Less than a year', some: 'One to five years', long: 'More than five years' }),
  }),
  templateField('multi-select', 'teams', 'In which areas do you work?', {
    options: options({
      office: 'Office',
      service: 'Service',
      production: 'Production',
      field: 'Out and about',
    }),
    rules: [{ rule: 'max_count', value: 3 }],
  }),
  templateField('select', 'leads', 'Do you lead a team?', { options: YES_NO }),
  templateField('select', 'informed', 'I know what goes on', { options: AGREEMENT }),
  templateField('select', 'heard', 'My opinion counts', { options: AGREEMENT }),
  templateField('select', 'tools', 'I have the tools that I need', { options: AGREEMENT }),
  templateField('textarea', 'missing_tools', 'What is missing?', {
    required: false,
    visible_if: {
      or: [
        { field: 'tools', op: 'equals', value: 'disagree' },
        { field: 'tools', op: 'equals', value: 'rather_not' },
      ],
    },
  }),
  templateField('number', 'team_size', 'How many people do you lead?', {
    rules: [{ rule: 'min', value: 1 }],
  }),
  templateField('checkboxes', 'support', 'What would help you to lead?', {
    required: false,
    options: options({
      training: 'Training',
      time: 'More time',
      exchange: 'Exchange with others',
      people: 'More people',
    }),
  }),
  templateField('number', 'mood', 'How much do you like working here?', {
    help: 'From 1, not at all, to 10, very much.',
    rules: [
      { rule: 'min', value: 1 },
      { rule: 'max', value: 10 },
    ],
  }),
  templateField('textarea', 'one_thing', 'If you could change one thing, what would it be?', {
    required: false,
  }),
];

/** Several pages of opinions, one of them only for those whom it concerns. */
export const survey: FormTemplate = {
  title: 'Survey',
  description: 'Anonymous, about five minutes. There are no wrong answers.',
  fields,
  layout: {
    pages: [
      { id: 'about', title: 'About your work', blocks: fieldBlocks('since', 'teams', 'leads') },
      {
        id: 'statements',
        title: 'How far do you agree?',
        blocks: fieldBlocks('informed', 'heard', 'tools', 'missing_tools'),
      },
      {
        id: 'leading',
        title: 'Leading a team',
        visible_if: { field: 'leads', op: 'equals', value: 'yes' },
        blocks: fieldBlocks('team_size', 'support'),
      },
      { id: 'end', title: 'To finish', blocks: fieldBlocks('mood', 'one_thing') },
    ],
  },
  settings: { confirmation: 'Thank you. The results are shared with everybody.', spam: 'honeypot_and_rate' },
};
