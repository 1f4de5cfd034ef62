import { options } from '../template.ts';
import { nameColumn, type TableTemplate, templateColumn, whereEquals, whereNot } from './table-template.ts';

/** What is to be done, by whom and until when. */
export const tasks: TableTemplate = {
  title: 'Tasks',
  columns: [
    nameColumn('Task'),
    templateColumn('select', 'state', 'State', {
      options: options({ open: 'To do', doing: 'In progress', waiting: 'Waiting', done: 'Done' }),
      default: 'open',
    }),
    templateColumn('person', 'assignee', 'Assigned to', { multiple: true }),
    templateColumn('date', 'due', 'Due'),
    templateColumn('select', 'priority', 'Priority', {
      options: options({ high: 'High', normal: 'Normal', low: 'Low' }),
    }),
    templateColumn('duration', 'effort', 'Effort'),
    templateColumn('textarea', 'note', 'Notes'),
    templateColumn('attachment', 'files', 'Files'),
  ],
  views: [
    { name: 'Board', type: 'board', group: ['state'], sort: ['due'] },
    {
      name: 'Open by due date',
      filter: whereNot('state', 'done'),
      sort: ['due'],
      layout: { colors: [{ color: 'red', filter: whereEquals('priority', 'high') }] },
    },
    { name: 'Calendar', type: 'calendar', group: ['due'] },
  ],
};

/** Faults and wishes, from the report to the remedy. */
export const issues: TableTemplate = {
  title: 'Issues',
  columns: [
    nameColumn('Issue'),
    templateColumn('auto_number', 'number', 'Number'),
    templateColumn('select', 'kind', 'Kind', {
      options: options({ fault: 'Fault', wish: 'Wish', question: 'Question' }),
    }),
    templateColumn('select', 'state', 'State', {
      options: options({ new: 'New', confirmed: 'Confirmed', doing: 'In progress', closed: 'Closed' }),
      default: 'new',
    }),
    templateColumn('select', 'severity', 'Severity', {
      options: options({ blocking: 'Blocking', major: 'Major', minor: 'Minor' }),
    }),
    templateColumn('person', 'assignee', 'Assigned to'),
    templateColumn('textarea', 'description', 'Description'),
    templateColumn('attachment', 'screenshots', 'Screenshots'),
    templateColumn('created_by', 'reported_by', 'Reported by'),
    templateColumn('created_at', 'reported_at', 'Reported'),
  ],
  views: [
    { name: 'Board', type: 'board', group: ['state'], sort: ['-reported_at'] },
    {
      name: 'Open',
      filter: whereNot('state', 'closed'),
      sort: ['-reported_at'],
      layout: { colors: [{ color: 'red', filter: whereEquals('severity', 'blocking') }] },
    },
  ],
};

/** What is published where and when. */
export const publications: TableTemplate = {
  title: 'Editorial plan',
  columns: [
    nameColumn('Title'),
    templateColumn('select', 'state', 'State', {
      options: options({ idea: 'Idea', draft: 'Draft', review: 'In review', published: 'Published' }),
      default: 'idea',
    }),
    templateColumn('multi-select', 'channels', 'Channels', {
      options: options({ site: 'Website', newsletter: 'Newsletter', social: 'Social media', press: 'Press' }),
    }),
    templateColumn('person', 'author', 'Author'),
    templateColumn('date', 'day', 'Publication'),
    templateColumn('url', 'link', 'Link'),
    templateColumn('attachment', 'pictures', 'Pictures'),
    templateColumn('textarea', 'note', 'Notes'),
  ],
  views: [
    { name: 'Calendar', type: 'calendar', group: ['day'] },
    { name: 'Board', type: 'board', group: ['state'], sort: ['day'] },
    { name: 'Pictures', type: 'gallery', sort: ['-day'] },
  ],
};
