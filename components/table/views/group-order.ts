import type { ViewSettings } from './view-settings.ts';

/** The ids of the columns that a view groups by, with `-` before those whose groups are in descending order. */
export function directedGroups({ group, layout }: Pick<ViewSettings, 'group' | 'layout'>): string[] {
  const down = new Set(layout.groups_down);
  return group.map((id) => (down.has(id) ? `-${id}` : id));
}

/** The settings with other groups. */
export function withGroups(settings: ViewSettings, directed: readonly string[]): ViewSettings {
  const { groups_down: _, ...layout } = settings.layout;
  const down = directed.flatMap((one) => (one.startsWith('-') ? one.slice(1) : []));
  return {
    ...settings,
    group: directed.map((one) => one.replace(/^-/, '')),
    layout: down.length > 0 ? { ...layout, groups_down: down } : layout,
  };
}
