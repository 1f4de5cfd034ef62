import { options } from '../template.ts';
import { nameColumn, type TableTemplate, templateColumn, whereEquals } from './table-template.ts';

/** Customers, from the first talk to the contract. */
export const customers: TableTemplate = {
  title: 'Customers',
  columns: [
    nameColumn('Customer'),
    templateColumn('text', 'contact', 'Contact person'),
    templateColumn('email', 'email', 'E-mail', { unique: true }),
    templateColumn('phone', 'phone', 'Phone'),
    templateColumn('select', 'stage', 'Stage', {
      options: options({ new: 'New', talk: 'In talks', offer: 'Offer sent', won: 'Won', lost: 'Lost' }),
      default: 'new',
    }),
    templateColumn('currency', 'amount', 'Amount'),
    templateColumn('percent', 'chance', 'Chance'),
    templateColumn('person', 'owner', 'Looked after by'),
    templateColumn('date', 'next_step', 'Next step'),
    templateColumn('textarea', 'note', 'Notes'),
  ],
  views: [
    { name: 'Pipeline', type: 'board', group: ['stage'], sort: ['-amount'] },
    {
      name: 'Offers',
      filter: whereEquals('stage', 'offer'),
      sort: ['next_step'],
      layout: { footer: { amount: 'sum' } },
    },
    { name: 'Next steps', type: 'calendar', group: ['next_step'] },
  ],
};

/** Who comes to an event. */
export const guests: TableTemplate = {
  title: 'Guest list',
  columns: [
    nameColumn('Guest'),
    templateColumn('email', 'email', 'E-mail'),
    templateColumn('phone', 'phone', 'Phone'),
    templateColumn('select', 'reply', 'Reply', {
      options: options({ invited: 'Invited', yes: 'Comes', maybe: 'Perhaps', no: 'Cannot come' }),
      default: 'invited',
    }),
    templateColumn('number', 'people', 'People', { default: 1 }),
    templateColumn('multi-select', 'food', 'Food', {
      options: options({ vegetarian: 'Vegetarian', vegan: 'Vegan', no_gluten: 'Gluten free' }),
    }),
    templateColumn('text', 'seat', 'Table'),
    templateColumn('textarea', 'note', 'Notes'),
  ],
  views: [
    { name: 'By reply', type: 'board', group: ['reply'], sort: ['name'] },
    {
      name: 'Coming',
      filter: whereEquals('reply', 'yes'),
      sort: ['seat', 'name'],
      layout: { footer: { people: 'sum' } },
    },
  ],
};

/** Who applies for a position, and how far that is. */
export const applicants: TableTemplate = {
  title: 'Applicants',
  columns: [
    nameColumn('Name'),
    templateColumn('text', 'position', 'Position'),
    templateColumn('email', 'email', 'E-mail'),
    templateColumn('phone', 'phone', 'Phone'),
    templateColumn('select', 'stage', 'Stage', {
      options: options({
        received: 'Received',
        interview: 'Interview',
        offer: 'Offer',
        hired: 'Hired',
        declined: 'Declined',
      }),
      default: 'received',
    }),
    templateColumn('rating', 'rating', 'Rating'),
    templateColumn('person', 'interviewers', 'Interviewers', { multiple: true }),
    templateColumn('datetime', 'interview_at', 'Interview'),
    templateColumn('attachment', 'documents', 'Documents'),
    templateColumn('textarea', 'note', 'Notes'),
    templateColumn('created_at', 'received_at', 'Received'),
  ],
  views: [
    { name: 'By stage', type: 'board', group: ['stage'], sort: ['-rating'] },
    { name: 'Interviews', type: 'calendar', group: ['interview_at'] },
  ],
};
