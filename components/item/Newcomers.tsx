import { FormattedMessage, useIntl } from 'react-intl';
import { Notice } from '#components/common/Notice.tsx';
import { failureOf } from '#services/http.ts';

/** Those who would see a thing that did not see it before. */
export type WhoNew = {
  anyone: boolean;
  members: boolean;
  admins: boolean;
  links: boolean;
  people: string[];
  /** Of whom no name is told. */
  nameless: number;
};

const NOBODY: WhoNew = {
  anyone: false,
  members: false,
  admins: false,
  links: false,
  people: [],
  nameless: 0,
};

/** What the server said of them with its refusal. */
export function newcomersOf(error: unknown): WhoNew {
  const failure = failureOf(error);
  const data: unknown = failure && 'data' in failure ? failure.data : null;
  if (typeof data !== 'object' || data === null || !('would_see' in data)) return NOBODY;
  const who = data.would_see;
  if (typeof who !== 'object' || who === null) return NOBODY;
  const has = (name: keyof WhoNew) =>
    Object.entries(who).some(([key, value]) => key === name && value === true);
  const people = 'people' in who && Array.isArray(who.people) ? who.people : [];
  return {
    anyone: has('anyone'),
    members: has('members'),
    admins: has('admins'),
    links: has('links'),
    people: people.filter((name) => typeof name === 'string'),
    nameless: 'nameless' in who && typeof who.nameless === 'number' ? who.nameless : 0,
  };
}

/** Names them, before it is done. */
export function Newcomers({ who }: { who: WhoNew }) {
  const intl = useIntl();
  const names = [
    ...(who.anyone ? [intl.formatMessage({ id: 'move.new_anyone' })] : []),
    ...(who.members && !who.anyone ? [intl.formatMessage({ id: 'move.new_members' })] : []),
    ...(who.admins && !who.members && !who.anyone ? [intl.formatMessage({ id: 'move.new_admins' })] : []),
    ...(who.links ? [intl.formatMessage({ id: 'move.new_links' })] : []),
    ...(who.anyone ? [] : who.people),
    ...(who.nameless > 0 && !who.anyone
      ? [intl.formatMessage({ id: 'move.new_nameless' }, { count: who.nameless })]
      : []),
  ];
  if (names.length === 0) return null;
  return (
    <Notice tone="warning">
      <FormattedMessage
        id="move.would_see"
        values={{ names: <bdi>{intl.formatList(names, { type: 'conjunction' })}</bdi> }}
      />
    </Notice>
  );
}
