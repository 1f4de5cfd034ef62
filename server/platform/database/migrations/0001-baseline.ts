import { type Kysely, sql } from 'kysely';
import { accounts } from './0001-baseline/accounts.ts';
import { audit } from './0001-baseline/audit.ts';
import { filling } from './0001-baseline/filling.ts';
import { forms } from './0001-baseline/forms.ts';
import { hubs } from './0001-baseline/hubs.ts';
import { items } from './0001-baseline/items.ts';
import { jobs } from './0001-baseline/jobs.ts';
import { members } from './0001-baseline/members.ts';
import { requests } from './0001-baseline/requests.ts';
import { search } from './0001-baseline/search.ts';
import { sharing } from './0001-baseline/sharing.ts';
import { spaces } from './0001-baseline/spaces.ts';
import { submissionCounts } from './0001-baseline/submission-counts.ts';
import { submissions } from './0001-baseline/submissions.ts';
import { tables } from './0001-baseline/tables.ts';
import { webhooks } from './0001-baseline/webhooks.ts';

/** The whole schema as of the first release, section by section: a section refers only to those before it. */
const SECTIONS = [
  hubs,
  accounts,
  members,
  spaces,
  items,
  forms,
  sharing,
  submissions,
  submissionCounts,
  filling,
  webhooks,
  search,
  jobs,
  tables,
  audit,
  requests,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of SECTIONS.flat()) await sql.raw(statement).execute(database);
}
