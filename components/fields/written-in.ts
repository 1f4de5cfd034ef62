import { createContext } from 'react';
import type { WrittenIn } from '#lib/fields/unclear-text.ts';

/** How the page around writes and reads numbers, days and times; as the app does, by the browser's clock, where none says. */
export const WrittenInContext = createContext<WrittenIn | null>(null);
