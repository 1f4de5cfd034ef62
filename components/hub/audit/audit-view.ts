import type { ParsedUrlQuery } from 'node:querystring';
import { AUDIT_ACTIONS, type AuditAction } from '#lib/access/audit.ts';

/** The subjects of entries, for the filter: the first part of their action. */
export const AUDIT_SUBJECTS = ['hub', 'member', 'space', 'item', 'link'] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** The view that the screen's address describes. */
export type AuditView = {
  q: string;
  about: AuditSubject | null;
  from: string;
  to: string;
  /** An account's id. */
  actor: string;
};

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';
const dayOf = (value: string | string[] | undefined) => {
  const text = textOf(value);
  return /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
};

export function auditView(query: ParsedUrlQuery): AuditView {
  const about = textOf(query.about);
  const actor = textOf(query.actor);
  return {
    q: textOf(query.q).trim().slice(0, 200),
    about: AUDIT_SUBJECTS.find((one) => one === about) ?? null,
    from: dayOf(query.from),
    to: dayOf(query.to),
    actor: /^[0-9a-f-]{36}$/.test(actor) ? actor : '',
  };
}

/** The actions of a subject. */
export const actionsOf = (subject: AuditSubject): AuditAction[] =>
  AUDIT_ACTIONS.filter((action) => action.startsWith(`${subject}.`));

/** The view as the API's filters. */
export function filtersOf({ q, about, from, to, actor }: AuditView): Record<string, string> {
  const filters = { q, from, to, actor, action: about ? actionsOf(about).join() : '' };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

/** The address of a view. */
export function auditPath(handle: string, view: AuditView): string {
  const query = Object.entries(view).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `/${handle}/settings/audit-log${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
}

export const isFiltered = (view: AuditView): boolean => Object.values(view).some(Boolean);
