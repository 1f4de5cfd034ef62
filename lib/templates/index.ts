import { application } from './application.ts';
import { contact } from './contact.ts';
import { feedback } from './feedback.ts';
import { order } from './order.ts';
import { registration } from './registration.ts';
import { survey } from './survey.ts';
import type { FormTemplate } from './template.ts';

export const TEMPLATE_NAMES = [
  'registration',
  'feedback',
  'application',
  'order',
  'survey',
  'contact',
] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** Forms to begin with, by what they are for. */
export const TEMPLATES: Record<TemplateName, FormTemplate> = {
  registration,
  feedback,
  application,
  order,
  survey,
  contact,
};
