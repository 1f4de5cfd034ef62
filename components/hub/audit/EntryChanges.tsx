import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { AuditEntry } from '#lib/contract/audit.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { color } from '#styles/tokens.ts';
import { auditValueLabel } from './EntrySentence.tsx';

const List = styled.ul`
  color: ${color('quiet')};
  font-size: 13px;
  overflow-wrap: anywhere;
`;

const FIELDS = [
  'name',
  'handle',
  'slug',
  'description',
  'visibility',
  'default_role',
  'join_domains',
  'join_claims',
  'members_create_spaces',
  'allow_indexing',
  'trash_days',
  'locale',
  'time_zone',
  'country',
  'currency',
  'members_count',
] as const;

type Change = { from: unknown; to: unknown };

const isChange = (value: unknown): value is Change => isRecord(value) && 'from' in value && 'to' in value;

/** An entry of a list: a mail domain, or a claim with its value. */
const shownEntry = (entry: unknown): string =>
  isRecord(entry) ? `${entry.name}: ${entry.value}` : String(entry);

/** The settings that an audited action changed; nothing where it changed none. */
export function EntryChanges({ details }: Pick<AuditEntry, 'details'>) {
  const intl = useIntl();
  const shown = (value: unknown): string => {
    if (typeof value === 'boolean') return intl.formatMessage({ id: value ? 'audit.yes' : 'audit.no' });
    if (typeof value === 'number') return intl.formatNumber(value);
    if (Array.isArray(value)) return value.length > 0 ? value.map(shownEntry).join(', ') : '–';
    return auditValueLabel(intl, value) || '–';
  };
  const changes = FIELDS.flatMap((field) => {
    const change = details[field];
    return isChange(change) ? [{ field, ...change }] : [];
  });
  if (changes.length === 0) return null;
  return (
    <List>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {intl.formatMessage(
            { id: 'audit.change' },
            { field: intl.formatMessage({ id: `audit_field.${field}` }), from: shown(from), to: shown(to) },
          )}
        </li>
      ))}
    </List>
  );
}
