/** The selected items of a list, and the start of a range. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null };

export type SelectionEvent =
  /** An item was pressed; with `range`, all between it and the previously pressed one. */
  | { type: 'toggled'; id: string; range: boolean }
  | { type: 'all' }
  /** The items that stay selected, such as those that failed. */
  | { type: 'set'; ids: readonly string[] }
  | { type: 'cleared' };

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** The selection after an event. @param order the items of the list as they are shown */
export function nextSelection(
  selection: Selection,
  event: SelectionEvent,
  { order }: { order: readonly string[] },
): Selection {
  switch (event.type) {
    case 'cleared':
      return NOTHING_SELECTED;
    case 'all':
      return { ids: new Set(order), anchor: selection.anchor };
    case 'set':
      return { ids: new Set(event.ids), anchor: null };
    case 'toggled': {
      const to = order.indexOf(event.id);
      const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
      if (event.range && from >= 0 && to >= 0) {
        const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
        return { ids: new Set([...selection.ids, ...between]), anchor: selection.anchor };
      }
      const ids = new Set(selection.ids);
      if (!ids.delete(event.id)) ids.add(event.id);
      return { ids, anchor: event.id };
    }
  }
}
