import type { MenuEntry } from './Menu.tsx';

/** Entries of a menu by what they are about, with a line between the groups; what is null or empty is left out. */
export function menuGroups(...groups: readonly (readonly (MenuEntry | null | false)[])[]): MenuEntry[] {
  const entries: MenuEntry[] = [];
  for (const group of groups) {
    const shown = group.filter((entry) => entry !== null && entry !== false);
    if (shown.length === 0) continue;
    if (entries.length > 0) entries.push({ separator: true });
    entries.push(...shown);
  }
  return entries;
}
