import { type FormTemplate, fieldBlocks, options, templateField, YES_NO } from './template.ts';

const fields = [
  templateField('select', 'rating', 'How satisfied are you?', {
    options: options({
      very_good: 'Very satisfied',
      good: 'Satisfied',
      middling: 'Neither nor',
      bad: 'Dissatisfied',
      very_bad: 'Very dissatisfied',
    }),
  }),
  templateField('multi-select', 'about', 'What is it about?', {
    required: false,
    options: options({
      quality: 'Quality',
      service: 'Service',
      price: 'Price',
      speed: 'Speed',
      other: 'Something else',
    }),
  }),
  templateField('textarea', 'wrong', 'What went wrong, and what should have happened?', {
    visible_if: {
      or: [
        { field: 'rating', op: 'equals', value: 'bad' },
        { field: 'rating', op: 'equals', value: 'very_bad' },
      ],
    },
  }),
  templateField('textarea', 'praise', 'What should stay as it is?', { required: false }),
  templateField('number', 'recommend', 'How likely would you recommend us?', {
    help: 'From 0, never, to 10, certainly.',
    rules: [
      { rule: 'min', value: 0 },
      { rule: 'max', value: 10 },
    ],
  }),
  templateField('select', 'answer_wanted', 'May we get back to you?', { options: YES_NO }),
  templateField('email', 'email', 'E-mail', {
    visible_if: { field: 'answer_wanted', op: 'equals', value: 'yes' },
  }),
];

/** What somebody thought, and what went wrong where it did. */
export const feedback: FormTemplate = {
  title: 'Feedback',
  description: 'Your opinion helps us to get better. No name needed.',
  fields,
  layout: {
    pages: [
      {
        id: 'main',
        blocks: [
          ...fieldBlocks('rating', 'about', 'wrong', 'praise', 'recommend'),
          { kind: 'section', id: 'contact_section', title: 'Getting back to you' },
          ...fieldBlocks('answer_wanted', 'email'),
        ],
      },
    ],
  },
  settings: { confirmation: 'Thank you for taking the time.', spam: 'honeypot_and_rate' },
};
