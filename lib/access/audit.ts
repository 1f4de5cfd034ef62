/**
 * What the audit log records: everything about access, members, links, exports and deletions. Each action
 * names its subject first; `locales` has a message for each, `audit.{action}`.
 */
export const AUDIT_ACTIONS = [
  'hub.created',
  'hub.changed',
  'hub.transferred',
  'hub.deleted',
  'hub.restored',
  'hub.exported',
  'hub.audit_exported',
  'member.invited',
  'member.invite_resent',
  'member.invite_withdrawn',
  'member.invite_declined',
  'member.joined',
  'member.join_requested',
  'member.join_rejected',
  'member.role_changed',
  'member.suspended',
  'member.reinstated',
  'member.removed',
  'member.left',
  'group.created',
  'group.changed',
  'group.deleted',
  'group.member_added',
  'group.member_removed',
  'space.created',
  'space.changed',
  'space.visibility_changed',
  'space.member_added',
  'space.member_role_changed',
  'space.member_removed',
  'space.access_requested',
  'space.access_approved',
  'space.access_rejected',
  'space.taken_over',
  'space.exported',
  'space.imported',
  'space.archived',
  'space.unarchived',
  'space.deleted',
  'space.restored',
  'space.purged',
  'item.visibility_changed',
  'item.access_changed',
  'item.moved',
  'item.trashed',
  'item.restored',
  'item.archived',
  'item.unarchived',
  'item.deleted',
  'item.exported',
  'item.imported',
  'item.rows_deleted',
  'item.column_deleted',
  'item.column_restored',
  'comment.deleted',
  'post.deleted',
  'form.visibility_changed',
  'form.access_changed',
  'form.published',
  'form.trashed',
  'form.restored',
  'form.deleted',
  'form.answers_trashed',
  'form.answers_restored',
  'form.answer_corrected',
  'form.answer_deleted',
  'form.answers_deleted',
  'form.note_deleted',
  'form.exported',
  'form.table_connected',
  'form.table_disconnected',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'link.created',
  'link.revoked',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const ACTIONS: ReadonlySet<string> = new Set(AUDIT_ACTIONS);
export const isAuditAction = (text: string): text is AuditAction => ACTIONS.has(text);

/** What an entry can be about. */
export const AUDIT_TARGETS = ['hub', 'member', 'group', 'invite', 'space', 'item', 'form', 'link'] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

/**
 * The parameters of an entry's message, as far as its action has them. An action that concerns a person in a
 * space, an item or a hub has that person in `person`, or is about them (`target`) and has the resource in
 * `place`.
 */
export type AuditDetails = {
  /** Whom it concerns, by name, else by address. */
  person?: string;
  /** Where it was done, when that isn't the target itself: a space's or folder's name. */
  place?: string;
  /** The scope of that resource: a reader who may not see it doesn't get its name. */
  place_scope_id?: string;
  /** The granted role. */
  role?: string;
  /** The old and the new value: a role, a visibility, a location. */
  from?: string;
  to?: string;
  /** How often it was repeated within an hour of an entry of its own. */
  times?: number;
};
