import { TYPE_ICONS } from '#components/fields/field-type-icons.ts';
import type { FieldType } from '#lib/fields/field-types.ts';

/** The icon of a column's type. */
export function FieldIcon({ type }: { type: FieldType }) {
  const Icon = TYPE_ICONS[type];
  return <Icon aria-hidden size={14} strokeWidth={1.75} />;
}
