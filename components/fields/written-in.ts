import { createContext } from 'react';
import type { WrittenIn } from '#lib/fields/unclear-text.ts';

/** What is set for a hub, or for one of its forms. */
export const writtenInOf = ({
  locale,
  time_zone,
}: {
  locale: string | null;
  time_zone: string | null;
}): WrittenIn => ({
  ...(locale ? { locale } : {}),
  ...(time_zone ? { timeZone: time_zone } : {}),
});

/** How the page around writes and reads numbers, days and times; as the app does, by the browser's clock, where none says. */
export const WrittenInContext = createContext<WrittenIn | null>(null);
