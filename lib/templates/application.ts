import { ask, type FormTemplate, options, placed, YES_NO } from './template.ts';

const MEGABYTE = 1_000_000;

const fields = [
  ask('text', 'name', 'Full name'),
  ask('email', 'email', 'E-mail'),
  ask('phone', 'phone', 'Phone'),
  ask('text', 'city', 'Where do you live?', { placeholder: 'City, country' }),
  ask('select', 'permit', 'Do you need a work permit?', { options: YES_NO }),
  ask('textarea', 'permit_details', 'Which permit, and until when?', {
    visible_if: { field: 'permit', op: 'equals', value: 'yes' },
  }),
  ask('form', 'positions', 'Where have you worked?', {
    multiple: true,
    required: false,
    rules: [{ rule: 'max_count', value: 10 }],
    fields: [
      ask('text', 'employer', 'Employer'),
      ask('text', 'role', 'What you did'),
      ask('number', 'years', 'Years', {
        rules: [
          { rule: 'min', value: 0 },
          { rule: 'max', value: 60 },
        ],
      }),
    ],
  }),
  ask('number', 'years_total', 'Years of experience', { formula: 'sum({positions.years})' }),
  ask('checkboxes', 'skills', 'What are you good at?', {
    required: false,
    options: options({
      people: 'Working with people',
      writing: 'Writing',
      numbers: 'Numbers',
      building: 'Building things',
      leading: 'Leading a team',
    }),
  }),
  ask('textarea', 'motivation', 'Why do you apply?', {
    rules: [
      { rule: 'min_length', value: 100 },
      { rule: 'max_length', value: 3000 },
    ],
    help: 'A few sentences, at least 100 characters.',
  }),
  ask('date', 'available_from', 'From when are you available?'),
  ask('file', 'cv', 'CV', {
    rules: [
      { rule: 'extensions', value: ['pdf', 'docx'] },
      { rule: 'max_bytes', value: 10 * MEGABYTE },
    ],
  }),
  ask('file', 'more_files', 'Other documents', {
    required: false,
    multiple: true,
    rules: [
      { rule: 'extensions', value: ['pdf', 'docx', 'jpg', 'png'] },
      { rule: 'max_bytes', value: 10 * MEGABYTE },
      { rule: 'max_count', value: 5 },
    ],
  }),
];

/** For a position, a place or a grant: the person, the experience, the papers. */
export const application: FormTemplate = {
  title: 'Application',
  description: 'Have your CV at hand. You can go on later on this device.',
  fields,
  layout: {
    pages: [
      {
        id: 'person',
        title: 'About you',
        blocks: placed('name', 'email', 'phone', 'city', 'permit', 'permit_details'),
      },
      {
        id: 'experience',
        title: 'Experience',
        blocks: placed('positions', 'years_total', 'skills'),
      },
      {
        id: 'papers',
        title: 'Motivation and documents',
        blocks: placed('motivation', 'available_from', 'cv', 'more_files'),
      },
    ],
  },
  settings: {
    confirmation: 'Thank you. We read every application and answer within two weeks.',
    receipt_field: 'email',
    editable: true,
    spam: 'honeypot_and_rate',
  },
};
