import { type DocumentTask, tasksIn, withTask } from '#lib/text/document-tasks.ts';
import { loadDocumentEngine } from '#server/items/documents/document-engine.ts';
import type { DocumentEdit } from '#server/items/documents/merge-content.ts';

/** Marks a task as done or as open, in the document as it is at that time, and changes nothing else of it. */
export const changeOfTask = (task: DocumentTask): DocumentEdit => ({
  inMarkdown: (markdown) => withTask(markdown, task),
  inShared: async (shared, markdown) => {
    if (withTask(markdown, task) === null) return false;
    const { markTask } = await loadDocumentEngine();
    return markTask(shared, { ...task, of: tasksIn(markdown).length });
  },
});
