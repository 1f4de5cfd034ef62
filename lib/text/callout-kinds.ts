/** The kinds of callouts, as they are written in Markdown: `> [!NOTE]`. */
export const CALLOUT_KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
