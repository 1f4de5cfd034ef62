/** How the file of the lines that an import refused names what it adds before their cells. */
export const REFUSED_HEADER = ['Left out: line', 'Left out: reason'] as const;

/** Whether a file is one of refused lines, by its header: what was added is no part of them. */
export const isRefusedHeader = (header: readonly string[]): boolean =>
  header.length > REFUSED_HEADER.length && REFUSED_HEADER.every((added, at) => header[at] === added);

/** A line's own cells. */
export const ownCells = (cells: readonly string[]): string[] => cells.slice(REFUSED_HEADER.length);
