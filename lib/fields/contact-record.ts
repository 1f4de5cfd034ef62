import type { FieldDefinition } from '#lib/fields/definition.ts';

/**
 * The initial fields of a contact list, in this order (docs/product-rules.md §3); ids are assigned when the
 * list is created.
 */
export const CONTACT_RECORD: readonly Omit<FieldDefinition, 'id'>[] = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'email', label: 'Email', type: 'email', required: true },
  { name: 'contact_number', label: 'Contact number', type: 'phone', required: true },
  { name: 'occupation', label: 'Occupation', type: 'text', required: true },
  { name: 'company_name', label: 'Company name', type: 'text', required: false },
  { name: 'address', label: 'Address', type: 'text', required: true },
  { name: 'about', label: 'About', type: 'textarea', required: true },
];
