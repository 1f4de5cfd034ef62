import {
  AlignLeft,
  AtSign,
  Braces,
  CalendarClock,
  CalendarDays,
  CircleDot,
  Clock,
  Hash,
  Heading,
  Image,
  Layers,
  Link2,
  ListChecks,
  type LucideIcon,
  Paperclip,
  Phone,
  Pilcrow,
  SeparatorHorizontal,
  SquareCheck,
  Type,
} from 'lucide-react';
import type { FieldType } from '#lib/fields/field-types.ts';

/** Blocks that can be added besides fields. */
export const CONTENT_BLOCK_KINDS = ['page', 'section', 'note', 'picture'] as const;
export type ContentBlockKind = (typeof CONTENT_BLOCK_KINDS)[number];

export const TYPE_ICONS: Record<FieldType, LucideIcon> = {
  text: Type,
  textarea: AlignLeft,
  number: Hash,
  email: AtSign,
  phone: Phone,
  url: Link2,
  date: CalendarDays,
  time: Clock,
  datetime: CalendarClock,
  select: CircleDot,
  'multi-select': ListChecks,
  checkboxes: SquareCheck,
  file: Paperclip,
  json: Braces,
  form: Layers,
};

export const CONTENT_BLOCK_ICONS: Record<ContentBlockKind, LucideIcon> = {
  page: SeparatorHorizontal,
  section: Heading,
  note: Pilcrow,
  picture: Image,
};

/** In the order of the palette. Checkboxes are an older name of multiple choice: existing forms keep them. */
export const OFFERED_TYPES: readonly FieldType[] = [
  'text',
  'textarea',
  'number',
  'email',
  'phone',
  'url',
  'date',
  'time',
  'datetime',
  'select',
  'multi-select',
  'file',
  'json',
  'form',
];
