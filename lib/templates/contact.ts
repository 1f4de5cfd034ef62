import { type FormTemplate, fieldBlocks, options, templateField } from './template.ts';

const fields = [
  templateField('text', 'name', 'Your name'),
  templateField('email', 'email', 'E-mail'),
  templateField('select', 'topic', 'What is it about?', {
    options: options({
      question: 'A question',
      offer: 'An offer',
      problem: 'A problem',
      call: 'Please call me',
    }),
  }),
  templateField('phone', 'phone', 'Phone', {
    visible_if: { field: 'topic', op: 'equals', value: 'call' },
  }),
  templateField('text', 'order_number', 'Order or customer number', {
    required: false,
    visible_if: { field: 'topic', op: 'equals', value: 'problem' },
  }),
  templateField('textarea', 'message', 'Your message', { rules: [{ rule: 'max_length', value: 5000 }] }),
  templateField('file', 'files', 'Attachments', {
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
      {
        id: 'main',
        blocks: fieldBlocks('name', 'email', 'topic', 'phone', 'order_number', 'message', 'files'),
      },
    ],
  },
  settings: {
    confirmation: 'Thank you for your message. We will get back to you.',
    receipt_field: 'email',
    spam: 'honeypot_and_rate',
  },
};
