import { ask, type FormTemplate, options, placed } from './template.ts';

const fields = [
  ask('text', 'name', 'Your name'),
  ask('email', 'email', 'E-mail'),
  ask('select', 'topic', 'What is it about?', {
    options: options({
      question: 'A question',
      offer: 'An offer',
      problem: 'A problem',
      call: 'Please call me',
    }),
  }),
  ask('phone', 'phone', 'Phone', {
    visible_if: { field: 'topic', op: 'equals', value: 'call' },
  }),
  ask('text', 'order_number', 'Order or customer number', {
    required: false,
    visible_if: { field: 'topic', op: 'equals', value: 'problem' },
  }),
  ask('textarea', 'message', 'Your message', { rules: [{ rule: 'max_length', value: 5000 }] }),
  ask('file', 'files', 'Attachments', {
    required: false,
    multiple: true,
    rules: [
      { rule: 'max_count', value: 3 },
      { rule: 'max_bytes', value: 10_000_000 },
    ],
  }),
];

/** A message that reaches somebody, with what is needed to answer it. */
export const contact: FormTemplate = {
  title: 'Contact us',
  description: 'We usually answer within one working day.',
  fields,
  layout: {
    pages: [
      { id: 'main', blocks: placed('name', 'email', 'topic', 'phone', 'order_number', 'message', 'files') },
    ],
  },
  settings: {
    confirmation: 'Thank you for your message. We will get back to you.',
    receipt_field: 'email',
    spam: 'honeypot_and_rate',
  },
};
