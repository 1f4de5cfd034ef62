import { createContext } from 'react';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';

/** The input format of a hub, or of one of its forms. */
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

/**
 * The format of numbers, dates and times on the surrounding page; without one, the app's locale and the browser's time
 * zone.
 */
export const InputFormatContext = createContext<InputFormat | null>(null);
