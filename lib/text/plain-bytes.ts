const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Formats bytes in units of 1,000, as in the English messages of docs/contract.md §5: `12.3 kB`. */
export function plainBytes(size: number): string {
  const unit = Math.min(BYTE_UNITS.length - 1, size < 1000 ? 0 : Math.floor(Math.log10(size) / 3));
  return `${Math.round((size / 1000 ** unit) * 10) / 10} ${BYTE_UNITS[unit]}`;
}
