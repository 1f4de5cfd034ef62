import { type FormTemplate, fieldBlocks, options, templateField, YES_NO } from './template.ts';

const fields = [
  templateField('text', 'name', 'Your name', { rules: [{ rule: 'max_length', value: 120 }] }),
  templateField('email', 'email', 'E-mail', { help: 'You get a confirmation here.' }),
  templateField('phone', 'phone', 'Phone', {
    required: false,
    help: 'Only used if something changes at short notice.',
  }),
  templateField('select', 'attends', 'How do you take part?', {
    options: options({ on_site: 'On site', online: 'Online' }),
  }),
  templateField('select', 'brings_guests', 'Do you bring anybody along?', {
    options: YES_NO,
    visible_if: { field: 'attends', op: 'equals', value: 'on_site' },
  }),
  templateField('form', 'guests', 'Who comes along', {
    multiple: true,
    rules: [{ rule: 'max_count', value: 8 }],
    fields: [
      templateField('text', 'guest_name', 'Name'),
      templateField('number', 'guest_age', 'Age', {
        required: false,
        help: 'For children, so that we can plan for them.',
        rules: [
          { rule: 'min', value: 0 },
          { rule: 'max', value: 120 },
        ],
      }),
    ],
  }),
  templateField('number', 'people', 'People in all', { formula: '1 + count({guests.guest_name})' }),
  templateField('select', 'eats', 'Do you eat with us?', {
    options: YES_NO,
    visible_if: { field: 'attends', op: 'equals', value: 'on_site' },
  }),
  templateField('checkboxes', 'diet', 'What should the kitchen know?', {
    required: false,
    options: options({
      vegetarian: 'Vegetarian',
      vegan: 'Vegan',
      gluten: 'No gluten',
      other: 'Something else',
    }),
    visible_if: { field: 'eats', op: 'equals', value: 'yes' },
  }),
  templateField('textarea', 'allergies', 'Allergies and other needs', {
    visible_if: {
      and: [
        { field: 'eats', op: 'equals', value: 'yes' },
        { field: 'diet', op: 'includes', value: 'other' },
      ],
    },
  }),
  templateField('textarea', 'remarks', 'Anything else we should know', { required: false }),
];

/** For an event: who comes, with whom, and what they eat. */
export const registration: FormTemplate = {
  title: 'Registration',
  description: 'Tell us that you are coming. It takes two minutes.',
  fields,
  layout: {
    pages: [
      {
        id: 'you',
        title: 'About you',
        blocks: fieldBlocks('name', 'email', 'phone', 'attends', 'brings_guests'),
      },
      {
        id: 'guests_page',
        title: 'Your guests',
        text: 'One entry for each person, without yourself.',
        visible_if: { field: 'brings_guests', op: 'equals', value: 'yes' },
        blocks: fieldBlocks('guests', 'people'),
      },
      {
        id: 'details',
        title: 'Food and the rest',
        blocks: fieldBlocks('eats', 'diet', 'allergies', 'remarks'),
      },
    ],
  },
  settings: {
    confirmation: 'Thank you, you are on the list. We look forward to seeing you.',
    receipt_field: 'email',
    spam: 'honeypot_and_rate',
  },
};
