/** Entries of one day, the newest day first as they are listed. */
export type Day<Entry> = { day: string; entries: Entry[] };

/** The day of a time as in 2026-11-27: the reader's own, or that of UTC as the server renders it. */
export function dayOf(time: string, isLocal: boolean): string {
  if (!isLocal) return time.slice(0, 10);
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Entries in their order, by day. */
export function byDay<Entry extends { created_at: string }>(
  entries: readonly Entry[],
  isLocal: boolean,
): Day<Entry>[] {
  const days: Day<Entry>[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.created_at, isLocal);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
