import { COLOR_RULES_MAX } from '#lib/contract/table-limits.ts';
import { type ViewLayout, viewLayout } from '#lib/contract/table-views.ts';
import { isRecord } from '#lib/text/is-record.ts';

const { row_height, footer, colors, groups_down } = viewLayout.shape;
const rule = colors.unwrap().element;
const metric = footer.unwrap().valueType;

/**
 * A stored layout, as far as it can be read: one unreadable part of it costs no other. An empty list stays one, so that what
 * a screen saved is what it gets.
 */
export function readViewLayout(stored: unknown): ViewLayout {
  if (!isRecord(stored)) return {};
  const height = row_height.safeParse(stored.row_height).data;
  const metrics = isRecord(stored.footer) ? Object.entries(stored.footer) : null;
  const readable = metrics?.flatMap(([id, value]) => {
    const read = metric.safeParse(value);
    return read.success ? [[id, read.data] as const] : [];
  });
  const list: unknown[] | null = Array.isArray(stored.colors) ? stored.colors : null;
  const rules = list?.flatMap((one) => {
    const read = rule.safeParse(one);
    return read.success ? [read.data] : [];
  });
  const down = groups_down.safeParse(stored.groups_down).data;
  return {
    ...(height ? { row_height: height } : {}),
    ...(readable ? { footer: Object.fromEntries(readable) } : {}),
    ...(rules ? { colors: rules.slice(0, COLOR_RULES_MAX) } : {}),
    ...(down ? { groups_down: down } : {}),
  };
}
