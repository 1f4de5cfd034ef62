import type { ParsedUrlQuery } from 'node:querystring';
import { SUBMISSION_STATES, type SubmissionState } from '#lib/contract/submission-limits.ts';
import type { Comparison } from '#lib/fields/definition.ts';
import { OPERATORS } from '#lib/fields/field-types.ts';
import { isRecord } from '#lib/text/is-record.ts';

export const SUBMISSION_MODES = ['table', 'one', 'summary', 'trash'] as const;
export type SubmissionMode = (typeof SUBMISSION_MODES)[number];

/** The submissions that a screen shows, their order, and the kind of view. It is stored in the address. */
export type SubmissionsView = {
  mode: SubmissionMode;
  /** The open submission. */
  submission: string | null;
  q: string;
  state: SubmissionState | null;
  version: string;
  from: string;
  to: string;
  assignee: string;
  /** Conditions on fields, all of which must hold. */
  where: Comparison[];
  sort: string;
};

export const NEWEST_FIRST = '-created_at';

export const DEFAULT_VIEW: SubmissionsView = {
  mode: 'table',
  submission: null,
  q: '',
  state: null,
  version: '',
  from: '',
  to: '',
  assignee: '',
  where: [],
  sort: NEWEST_FIRST,
};

function readComparison(value: unknown): Comparison[] {
  if (!isRecord(value) || typeof value.field !== 'string') return [];
  const op = OPERATORS.find((known) => known === value.op);
  if (!op) return [];
  const { value: wanted } = value;
  const isComparable = typeof wanted === 'string' || typeof wanted === 'number';
  return [{ field: value.field, op, ...(isComparable ? { value: wanted } : {}) }];
}

function readWhere(text: string): Comparison[] {
  try {
    const value: unknown = JSON.parse(text || 'null');
    if (isRecord(value) && Array.isArray(value.and)) return value.and.flatMap(readComparison);
    return readComparison(value);
  } catch {
    return [];
  }
}

/** The view in an address; invalid parameters are ignored. */
export function submissionsViewOf(query: ParsedUrlQuery): SubmissionsView {
  const text = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    mode: SUBMISSION_MODES.find((mode) => mode === text('view')) ?? 'table',
    submission: text('answer') || null,
    q: text('q').slice(0, 200),
    state: SUBMISSION_STATES.find((state) => state === text('state')) ?? null,
    version: /^\d{1,9}$/.test(text('version')) ? text('version') : '',
    from: /^\d{4}-\d{2}-\d{2}$/.test(text('from')) ? text('from') : '',
    to: /^\d{4}-\d{2}-\d{2}$/.test(text('to')) ? text('to') : '',
    assignee: text('assignee').slice(0, 100),
    where: readWhere(text('filter')),
    sort: text('sort') || NEWEST_FIRST,
  };
}

/** The filters in the form of the API. */
export function filtersOf(view: SubmissionsView): Record<string, string> {
  const { q, state, version, from, to, assignee, where } = view;
  const [only, ...more] = where;
  const filter = only && (more.length > 0 ? { and: where } : only);
  const all = {
    q,
    state: state ?? '',
    version,
    from,
    to,
    assignee,
    filter: filter ? JSON.stringify(filter) : '',
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** The same with the order. */
export const listParamsOf = (view: SubmissionsView): Record<string, string> =>
  view.sort === NEWEST_FIRST ? filtersOf(view) : { ...filtersOf(view), sort: view.sort };

export const isFiltered = (view: SubmissionsView): boolean => Object.keys(filtersOf(view)).length > 0;

/** The query parameters of a view. */
export function queryOf(view: SubmissionsView): Record<string, string> {
  return {
    ...listParamsOf(view),
    ...(view.mode === 'table' ? {} : { view: view.mode }),
    ...(view.mode === 'one' && view.submission ? { answer: view.submission } : {}),
  };
}

/** Parameters of a view, so that they can be removed from an address. */
const VIEW_KEYS = new Set([
  'view',
  'answer',
  'q',
  'state',
  'version',
  'from',
  'to',
  'assignee',
  'filter',
  'sort',
]);

/** A query without the parameters of a view. */
export const withoutView = (query: ParsedUrlQuery): ParsedUrlQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !VIEW_KEYS.has(name)));
