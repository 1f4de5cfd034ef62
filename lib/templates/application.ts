import { type FormTemplate, fieldBlocks, options, templateField, YES_NO } from './template.ts';

const MEGABYTE = 1_000_000;

const fields = [
  templateField('text', 'name', 'Full name'),
  templateField('email', 'email', 'E-mail'),
  templateField('phone', 'phone', 'Phone'),
  templateField('text', 'city', 'Where do you live?', { placeholder: 'City, country' }),
  templateField('select', 'permit', 'Do you need a work permit?', { options: YES_NO }),
  templateField('textarea', 'permit_details', 'Which permit, and until when?', {
    visible_if: { field: 'permit', op: 'equals', value: 'yes' },
  }),
  templateField('form', 'positions', 'Where have you worked?', {
    multiple: true,
    required: false,
    rules: [{ rule: 'max_count', value: 10 }],
    fields: [
      templateField('text', 'employer', 'Employer'),
      templateField('text', 'role', 'What you did'),
      templateField('number', 'years', 'Years', {
        rules: [
          { rule: 'min', value: 0 },
          { rule: 'max', value: 60 },
        ],
      }),
    ],
  }),
  templateField('number', 'years_total', 'Years of experience', { formula: 'sum({positions.years})' }),
  templateField('checkboxes', 'skills', 'What are you good at?', {
    required: false,
    options: options({
      people: 'Working with people',
      writing: 'Writing',
      numbers: 'Numbers',
      building: 'Building things',
      leading: 'Leading a team',
    }),
  }),
  templateField('textarea', 'motivation', 'Why do you apply?', {
    rules: [
      { rule: 'min_length', value: 100 },
      { rule: 'max_length', value: 3000 },
    ],
    help: 'A few sentences, at least 100 characters.',
  }),
  templateField('date', 'available_from', 'From when are you available?'),
  templateField('file', 'cv', 'CV', {
    rules: [
      { rule: 'extensions', value: ['pdf', 'docx'] },
      { rule: 'max_bytes', value: 10 * MEGABYTE },
    ],
  }),
  templateField('file', 'more_files', 'Other documents', {
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
        blocks: fieldBlocks('name', 'email', 'phone', 'city', 'permit', 'permit_details'),
      },
      {
        id: 'experience',
        title: 'Experience',
        blocks: fieldBlocks('positions', 'years_total', 'skills'),
      },
      {
        id: 'papers',
        title: 'Motivation and documents',
        blocks: fieldBlocks('motivation', 'available_from', 'cv', 'more_files'),
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
