import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, type AuditAction, type AuditTarget } from '#lib/access/audit.ts';
import type { AuditEntry } from '#lib/contract/audit.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { EntrySentence } from './EntrySentence.tsx';

const KIND: Record<string, AuditTarget> = { hub: 'hub', space: 'space', item: 'item', link: 'link' };

function entryOf(action: AuditAction, attributes: Partial<AuditEntry> = {}): AuditEntry {
  const kind = KIND[action.split('.')[0] ?? ''] ?? 'member';
  return {
    id: '1',
    at: '2026-11-21T08:00:00.000Z',
    action,
    actor: { id: 'ada', name: 'Ada', email: 'ada@example.test' },
    target: { kind, id: 'boathouse', name: 'Boathouse' },
    details: {},
    hidden: false,
    address: '127.0.0.1',
    user_agent: '',
    ...attributes,
  };
}

const DETAILS = { person: 'Bo', role: 'editor', from: 'viewer', to: 'editor', place: 'Plans', user_id: 'bo' };

function sentenceOf(entry: AuditEntry): string {
  const { container, unmount } = renderWithMessages(<EntrySentence entry={entry} />);
  const text = container.textContent ?? '';
  unmount();
  return text;
}

describe('a sentence of the audit log', () => {
  it.each(AUDIT_ACTIONS)('%s reads well with all details, with none, and with a hidden target', (action) => {
    const entries = [
      entryOf(action),
      entryOf(action, { details: DETAILS }),
      entryOf(action, { hidden: true, target: { ...entryOf(action).target, id: null, name: '' } }),
      entryOf(action, { actor: null }),
    ];
    for (const entry of entries) {
      const text = sentenceOf(entry);
      expect(text).toMatch(entry.actor ? /Ada/ : /Hubkeep/);
      expect(text).not.toMatch(/\s{2}|[{}]|undefined|null|audit\.|\s$/);
      if (entry.hidden) expect(text).not.toContain('Boathouse');
    }
  });

  it('names who, whom, which role and where', () => {
    expect(sentenceOf(entryOf('space.member_added', { details: DETAILS }))).toBe(
      'Ada gave Bo the role editor in Boathouse',
    );
    expect(sentenceOf(entryOf('item.moved', { details: DETAILS }))).toBe('Ada moved Boathouse to Plans');
    expect(sentenceOf(entryOf('member.role_changed', { details: DETAILS }))).toBe(
      'Ada changed the role of Boathouse from viewer to editor',
    );
    expect(sentenceOf(entryOf('member.joined', { target: { kind: 'member', id: 'ada', name: 'Ada' } }))).toBe(
      'Ada joined the hub',
    );
    expect(sentenceOf(entryOf('member.joined', { target: { kind: 'member', id: 'bo', name: 'Bo' } }))).toBe(
      'Ada let Bo into the hub',
    );
  });

  it('says how often an act was repeated that is counted', () => {
    const exported = (times: number) => sentenceOf(entryOf('item.exported', { details: { times } }));
    expect(exported(1)).toBe('Ada exported Boathouse (once more within an hour)');
    expect(exported(1200)).toBe('Ada exported Boathouse (1,200 times more within an hour)');
  });

  it('emphasizes names, and escapes markup in them', () => {
    renderWithMessages(
      <EntrySentence
        entry={entryOf('space.created', { target: { kind: 'space', id: 'x', name: '<i>x</i> {role}' } })}
      />,
    );
    expect(screen.getByText('<i>x</i> {role}').closest('strong')).not.toBeNull();
  });
});
