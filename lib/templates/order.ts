import { type FormTemplate, fieldBlocks, options, templateField } from './template.ts';

const fields = [
  templateField('form', 'items', 'What would you like?', {
    multiple: true,
    rules: [
      { rule: 'min_count', value: 1 },
      { rule: 'max_count', value: 50 },
    ],
    fields: [
      templateField('select', 'product', 'Product', {
        options: options({
          small: 'Small box (12.50)',
          large: 'Large box (19.00)',
          gift: 'Gift card (25.00)',
        }),
      }),
      templateField('number', 'amount', 'How many', {
        default: 1,
        rules: [
          { rule: 'min', value: 1 },
          { rule: 'max', value: 100 },
        ],
      }),
      templateField('number', 'line_total', 'Price', {
        formula:
          'round({amount} * if({product} = "small", 12.5, if({product} = "large", 19, if({product} = "gift", 25, 0))), 2)',
      }),
    ],
  }),
  templateField('number', 'subtotal', 'Sum', { formula: 'round(sum({items.line_total}), 2)' }),
  templateField('select', 'delivery', 'How do you get it?', {
    options: options({ collect: 'I collect it', deliver: 'By delivery (4.90, free from 50)' }),
  }),
  templateField('textarea', 'address', 'Where to?', {
    placeholder: 'Street and number, postal code and place',
    visible_if: { field: 'delivery', op: 'equals', value: 'deliver' },
  }),
  templateField('date', 'wanted_on', 'For which day?', { required: false }),
  templateField('number', 'delivery_cost', 'Delivery', {
    formula: 'if(and({delivery} = "deliver", {subtotal} < 50), 4.9, 0)',
  }),
  templateField('number', 'total', 'To pay', { formula: 'round(sum({subtotal}, {delivery_cost}), 2)' }),
  templateField('text', 'name', 'Your name'),
  templateField('email', 'email', 'E-mail', { help: 'The receipt is sent here.' }),
  templateField('phone', 'phone', 'Phone', {
    required: false,
    required_if: { field: 'delivery', op: 'equals', value: 'deliver' },
    help: 'Needed for deliveries.',
  }),
  templateField('textarea', 'note', 'Note', { required: false }),
];

/** Products, how many, and what they cost, worked out while one chooses. */
export const order: FormTemplate = {
  title: 'Order',
  description: 'Choose what you would like. The sum is worked out as you go.',
  fields,
  layout: {
    pages: [
      { id: 'choose', title: 'Your order', blocks: fieldBlocks('items', 'subtotal') },
      {
        id: 'delivery_page',
        title: 'Delivery and contact',
        blocks: [
          ...fieldBlocks('delivery', 'address', 'wanted_on', 'delivery_cost', 'total'),
          { kind: 'section', id: 'contact_section', title: 'Who orders?' },
          ...fieldBlocks('name', 'email', 'phone', 'note'),
        ],
      },
    ],
  },
  settings: {
    confirmation: 'Thank you for your order. We write to you as soon as it is ready.',
    receipt_field: 'email',
    spam: 'honeypot_and_rate',
  },
};
