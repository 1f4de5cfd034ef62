import { createContext } from 'react';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';

/** What is set for a hub, or for one of its forms. */
export const inputFormatOf = ({
  locale,
  time_zone,
}: {
  locale: string | null;
  time_zone: string | null;
}): InputFormat => ({
  ...(locale ? { locale } : {}),
  ...(time_zone ? { timeZone: time_zone } : {}),
});

/** How the page around writes and reads numbers, days and times; as the app does, by the browser's clock, where none says. */
export const InputFormatContext = createContext<InputFormat | null>(null);
