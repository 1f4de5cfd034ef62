import type { ReactNode } from 'react';
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { AuditEntry } from '#lib/contract/audit.ts';

const Name = styled.strong`
  font-weight: 600;
  overflow-wrap: anywhere;
`;

const named = (name: string): ReactNode => (
  <Name>
    <bdi>{name}</bdi>
  </Name>
);

const TRANSLATED_VALUES = [
  'owner',
  'admin',
  'member',
  'guest',
  'editor',
  'commenter',
  'viewer',
  'public',
  'shared',
  'private',
] as const;

/** A role or a visibility in the user's language; any other value is unchanged. */
export function auditValueLabel(intl: IntlShape, value: unknown): string {
  const word = TRANSLATED_VALUES.find((one) => one === value);
  if (word) return intl.formatMessage({ id: `audit_value.${word}` });
  return typeof value === 'string' ? value : '';
}

/** A name, or a placeholder for a resource that the user may not see. */
function targetOf(intl: IntlShape, { target, hidden }: AuditEntry): ReactNode {
  if (hidden) return intl.formatMessage({ id: `audit_hidden.${target.kind}` });
  if (target.name) return named(target.name);
  return intl.formatMessage({ id: 'audit.somebody' });
}

const yesOrNo = (value: unknown): 'yes' | 'no' => (value ? 'yes' : 'no');

/** The action as a sentence with its actor and target. */
export function EntrySentence({ entry }: { entry: AuditEntry }) {
  const intl = useIntl();
  const { action, actor, target, details } = entry;
  const role = auditValueLabel(intl, details.role);
  const to = auditValueLabel(intl, details.to);
  const from = auditValueLabel(intl, details.from);
  const { person = '', place = '', times } = details;
  return (
    <>
      <FormattedMessage
        id={`audit.${action}`}
        values={{
          actor: actor ? named(actor.name || actor.email) : intl.formatMessage({ id: 'audit.app' }),
          target: targetOf(intl, entry),
          person: person ? named(person) : intl.formatMessage({ id: 'audit.somebody' }),
          place: named(place),
          role,
          from,
          to,
          has_role: yesOrNo(role),
          has_to: yesOrNo(to),
          has_change: yesOrNo(from && to),
          has_person: yesOrNo(person),
          has_place: yesOrNo(place),
          by_link: yesOrNo(details.by === 'link'),
          itself: yesOrNo(actor && (actor.id === target.id || actor.id === details.user_id)),
          hidden: yesOrNo(entry.hidden),
          with_private: yesOrNo(details.includes_private === true),
        }}
      />
      {times !== undefined && (
        <>
          {' '}
          <FormattedMessage id="audit.times" values={{ times }} />
        </>
      )}
    </>
  );
}
