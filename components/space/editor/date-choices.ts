import { localDate } from './date-view.ts';

export type DateChoice = { id: 'today' | 'tomorrow' | 'next_week' | 'typed'; date: string };

const TYPED = /^\d{4}-\d{2}-\d{2}$/;
const DAYS = [
  ['today', 0],
  ['tomorrow', 1],
  ['next_week', 7],
] as const;

/** The days that what was typed behind `@` may mean. @param nameOf what the menu calls them */
export function dateChoices(query: string, nameOf: (id: DateChoice['id']) => string): DateChoice[] {
  const typed = query.trim().toLowerCase();
  if (TYPED.test(typed)) return [{ id: 'typed', date: typed }];
  if (typed.length < 2) return [];
  return DAYS.filter(([id]) => nameOf(id).toLowerCase().startsWith(typed)).map(([id, days]) => ({
    id,
    date: localDate(days),
  }));
}
