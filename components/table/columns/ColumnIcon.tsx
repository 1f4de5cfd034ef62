import {
  Calculator,
  CalendarClock,
  Clock3,
  Coins,
  Link,
  ListOrdered,
  type LucideIcon,
  Paperclip,
  Percent,
  Search,
  Sigma,
  Star,
  User,
} from 'lucide-react';
import { TYPE_ICONS } from '#components/fields/field-type-icons.ts';
import type { ColumnType, TableType } from '#lib/fields/column-base.ts';

const TABLE_ICONS: Record<TableType, LucideIcon> = {
  auto_number: ListOrdered,
  created_at: CalendarClock,
  created_by: User,
  updated_at: CalendarClock,
  updated_by: User,
  person: User,
  attachment: Paperclip,
  rating: Star,
  currency: Coins,
  percent: Percent,
  duration: Clock3,
  link: Link,
  lookup: Search,
  rollup: Sigma,
  formula: Calculator,
};

const ICONS: Record<ColumnType, LucideIcon> = { ...TYPE_ICONS, ...TABLE_ICONS };

/** The icon of a column's type. */
export function ColumnIcon({ type }: { type: ColumnType }) {
  'use no memo'; // Lighter than what it would save.
  const Icon = ICONS[type];
  return <Icon aria-hidden size={14} strokeWidth={1.75} />;
}
