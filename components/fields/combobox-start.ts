import { createContext } from 'react';

/**
 * How a choice by typing begins in a cell: its options are shown at once, found by a text where one was typed already, and Enter and Tab
 * are also the cell's. Null everywhere else.
 */
export const ComboboxStart = createContext<{ typed: string } | null>(null);
