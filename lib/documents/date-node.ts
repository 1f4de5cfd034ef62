import { Node } from '@tiptap/core';
import { dateText, isCalendarDate } from '#lib/text/date-markdown.ts';

/** A day in the text: when a task is due, when something is or was. */
export const DateNode = Node.create({
  name: 'date',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    date: {
      default: '',
      parseHTML: (element) => {
        const date = element.getAttribute('datetime');
        return isCalendarDate(date) ? date : '';
      },
      renderHTML: ({ date }) => ({ datetime: date }),
    },
  }),
  parseHTML: () => [{ tag: 'time[data-date]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'time',
    { 'data-date': '', ...HTMLAttributes },
    dateText(String(node.attrs.date)),
  ],
  renderText: ({ node }) => dateText(String(node.attrs.date)),
});
