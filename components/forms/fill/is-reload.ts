/** Whether the page was reloaded or restored from the history, as opposed to opened by a link or its address. */
export function isReload(): boolean {
  const [entry] = window.performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward');
}
