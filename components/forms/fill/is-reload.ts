/** Whether the page was loaded again, or come back to; not where somebody asked for it anew. */
export function isReload(): boolean {
  const [entry] = window.performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward');
}
