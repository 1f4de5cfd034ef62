import { MEETING_TEMPLATES } from './shipped-meetings.ts';
import type { ShippedTemplate } from './shipped-template.ts';
import { WORK_TEMPLATES } from './shipped-work.ts';

/** By title. */
export const SHIPPED_TEMPLATES: readonly ShippedTemplate[] = [...MEETING_TEMPLATES, ...WORK_TEMPLATES].sort(
  (one, other) => one.title.localeCompare(other.title, 'en'),
);
