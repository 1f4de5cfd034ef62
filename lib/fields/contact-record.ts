import type { FieldDefinition } from '#lib/fields/definition.ts';

/** What a contact list starts with, in this order (docs/product-rules.md §3); ids are given when the list is made. */
export const CONTACT_RECORD: readonly Omit<FieldDefinition, 'id'>[] = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'email', label: 'Email', type: 'email', required: true },
  { name: 'contact_number', label: 'Contact number', type: 'phone', required: true },
  { name: 'occupation', label: 'Occupation', type: 'text', required: true },
  { name: 'company_name', label: 'Company name', type: 'text', required: false },
  { name: 'address', label: 'Address', type: 'text', required: true },
  { name: 'about', label: 'About', type: 'textarea', required: true },
];
