import type { Visibility } from '#lib/access/roles.ts';
import type { UploadKind } from '#lib/text/upload-types.ts';

/** A file of `files/`, and how it is uploaded; Markdown is written as a document. */
export type DemoFile = { name: string; kind: UploadKind; title?: string; visibility?: Visibility };

export type DemoSpace = {
  name: string;
  slug: string;
  description: string;
  visibility: Visibility;
  files: DemoFile[];
  /** Folders with their files. */
  folders: { title: string; files: DemoFile[] }[];
};

export const DEMO_HUB = {
  name: 'Nordwind Coop',
  domain_handle: 'nordwind',
  description: 'A cooperative with eleven boats, one boat house and 118 members.',
  visibility: 'public',
} as const;

export const DEMO_PERSON = {
  first_name: 'Amina',
  last_name: 'Keller',
  about: 'Keeps the books and the boats in order.',
};

/** Every kind of item, in a public, two shared and a private space. */
export const DEMO_SPACES: DemoSpace[] = [
  {
    name: 'Handbook',
    slug: 'handbook',
    description: 'How we do things',
    visibility: 'public',
    files: [
      { name: 'rules-for-the-boat-house.md', kind: 'document', title: 'Rules for the boat house' },
      { name: 'statutes-of-the-cooperative.pdf', kind: 'document', title: 'Statutes of the cooperative' },
      { name: 'how-we-decide.md', kind: 'document', title: 'How we decide' },
      { name: 'willkommen.md', kind: 'document', title: 'Willkommen in der Genossenschaft' },
      { name: 'harbour-bell.wav', kind: 'media', title: 'Harbour bell' },
    ],
    folders: [],
  },
  {
    name: 'Members',
    slug: 'members-only',
    description: 'Who we are, what is booked, what was written',
    visibility: 'shared',
    files: [{ name: 're-keys.eml', kind: 'email', title: 'Re: keys' }],
    folders: [],
  },
  {
    name: 'Board',
    slug: 'board',
    description: 'Minutes and money',
    visibility: 'private',
    files: [
      {
        name: 'minutes-of-the-general-meeting.docx',
        kind: 'document',
        title: 'Minutes of the general meeting',
      },
      { name: 'budget-2026.xlsx', kind: 'table', title: 'Budget 2026' },
    ],
    folders: [],
  },
  {
    name: 'Summer school 2027',
    slug: 'summer-school',
    description: 'Two weeks on the lake',
    visibility: 'shared',
    files: [
      { name: 'summer-school-programme.md', kind: 'document', title: 'Programme' },
      { name: 'letter-from-kyoto.md', kind: 'document', title: '京都からの手紙' },
    ],
    folders: [
      {
        title: 'Pictures',
        files: [
          { name: 'morning-at-the-jetty.jpg', kind: 'image', title: 'Morning at the jetty' },
          { name: 'regatta-afternoon.jpg', kind: 'image', title: 'Regatta, afternoon' },
          { name: 'night-rowing.jpg', kind: 'image', title: 'Night rowing' },
        ],
      },
    ],
  },
];
