import { options } from '../template.ts';
import { nameColumn, type TableTemplate, templateColumn, whereEquals, whereNot } from './table-template.ts';

/** What is in stock, what it is worth, and what must be ordered. */
export const inventory: TableTemplate = {
  title: 'Inventory',
  columns: [
    nameColumn('Item'),
    templateColumn('text', 'code', 'Code', { unique: true }),
    templateColumn('select', 'category', 'Category', {
      options: options({ tools: 'Tools', material: 'Material', office: 'Office', other: 'Other' }),
    }),
    templateColumn('text', 'location', 'Location'),
    templateColumn('number', 'stock', 'In stock', { default: 0 }),
    templateColumn('number', 'least', 'At least'),
    templateColumn('currency', 'price', 'Unit price'),
    templateColumn('formula', 'value', 'Value', { formula: 'round({stock} * {price}, 2)' }),
    templateColumn('formula', 'to_order', 'To order', {
      formula: 'if({stock} < {least}, {least} - {stock}, 0)',
    }),
    templateColumn('attachment', 'pictures', 'Pictures'),
  ],
  views: [
    {
      name: 'To order',
      filter: { field: 'to_order', op: 'greater', value: 0 },
      sort: ['-to_order'],
      layout: { footer: { value: 'sum' } },
    },
    { name: 'Pictures', type: 'gallery', sort: ['name'] },
  ],
};

/** What was spent, with receipts. */
export const expenses: TableTemplate = {
  title: 'Expenses',
  columns: [
    nameColumn('What for'),
    templateColumn('date', 'day', 'Day'),
    templateColumn('currency', 'amount', 'Amount'),
    templateColumn('select', 'category', 'Category', {
      options: options({
        travel: 'Travel',
        material: 'Material',
        food: 'Food',
        rent: 'Rent',
        other: 'Other',
      }),
    }),
    templateColumn('person', 'paid_by', 'Paid by'),
    templateColumn('attachment', 'receipts', 'Receipts'),
    templateColumn('select', 'state', 'State', {
      options: options({ open: 'Open', approved: 'Approved', repaid: 'Paid back' }),
      default: 'open',
    }),
  ],
  views: [
    {
      name: 'Open',
      filter: whereNot('state', 'repaid'),
      sort: ['-day'],
      layout: {
        footer: { amount: 'sum' },
        colors: [{ color: 'green', filter: whereEquals('state', 'approved') }],
      },
    },
    { name: 'By category', sort: ['-day'], group: ['category'] },
  ],
};
