import { applicants, customers, guests } from './people.ts';
import { expenses, inventory } from './stock.ts';
import type { TableTemplate } from './table-template.ts';
import { issues, publications, tasks } from './work.ts';

export const TABLE_TEMPLATE_NAMES = [
  'tasks',
  'customers',
  'inventory',
  'guests',
  'expenses',
  'applicants',
  'publications',
  'issues',
] as const;
export type TableTemplateName = (typeof TABLE_TEMPLATE_NAMES)[number];

/** Tables to begin with, by what they are for. */
export const TABLE_TEMPLATES: Record<TableTemplateName, TableTemplate> = {
  tasks,
  customers,
  inventory,
  guests,
  expenses,
  applicants,
  publications,
  issues,
};
