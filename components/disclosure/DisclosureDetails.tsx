import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Notice } from '#components/ui/Notice.tsx';
import type { Disclosure, NewReaders } from '#lib/contract/disclosure.ts';
import { color, space } from '#styles/tokens.ts';

const DisclosedList = styled.ul`
  display: grid;
  gap: ${space(2)};
  padding: 0;
  margin: ${space(2)} 0 0;
  list-style: none;

  > li {
    display: grid;
    overflow-wrap: anywhere;
  }

  small {
    color: ${color('quiet')};
  }
`;

/** Describes the users who would gain access. */
function readersText(intl: IntlShape, who: NewReaders): string {
  if (who.anyone) return intl.formatMessage({ id: 'move.new_anyone' });
  const names = [
    ...(who.members ? [intl.formatMessage({ id: 'move.new_members' })] : []),
    ...(who.admins && !who.members ? [intl.formatMessage({ id: 'move.new_admins' })] : []),
    ...(who.links ? [intl.formatMessage({ id: 'move.new_links' })] : []),
    ...who.people,
    ...(who.more > 0 ? [intl.formatMessage({ id: 'disclosure.more_people' }, { count: who.more })] : []),
    ...(who.nameless > 0 ? [intl.formatMessage({ id: 'move.new_nameless' }, { count: who.nameless })] : []),
  ];
  return intl.formatList(names, { type: 'conjunction' });
}

/** Describes the users who would lose access. */
function losersText(intl: IntlShape, who: NewReaders): string {
  const names = [
    ...(who.anyone ? [intl.formatMessage({ id: 'disclosure.lost_anyone' })] : []),
    ...(who.members ? [intl.formatMessage({ id: 'disclosure.lost_members' })] : []),
    ...(who.admins && !who.members ? [intl.formatMessage({ id: 'disclosure.lost_admins' })] : []),
    ...(who.links ? [intl.formatMessage({ id: 'disclosure.lost_links' })] : []),
    ...who.people,
    ...(who.more > 0 ? [intl.formatMessage({ id: 'disclosure.more_people' }, { count: who.more })] : []),
    ...(who.nameless > 0 ? [intl.formatMessage({ id: 'move.new_nameless' }, { count: who.nameless })] : []),
  ];
  return intl.formatList(names, { type: 'conjunction' });
}

/** Names the users who would lose access, if the server listed them. */
function Losses({ disclosure: { would_lose: who } }: { disclosure: Disclosure }) {
  const intl = useIntl();
  if (!who) return null;
  return (
    <Notice tone="warning">
      <FormattedMessage id="disclosure.would_lose" values={{ names: <bdi>{losersText(intl, who)}</bdi> }} />
    </Notice>
  );
}

type DisclosureDetailsProps = {
  disclosure: Disclosure;
  /** The number of resources to name; all that the server listed by default. */
  max?: number;
};

/** Lists the resources that more users would see, those users, and the users who would lose access. */
export function DisclosureDetails({ disclosure, max }: DisclosureDetailsProps) {
  const intl = useIntl();
  const { things_count: count, would_see: all } = disclosure;
  const disclosed = disclosure.things.slice(0, max);
  if (count === 0) return <Losses disclosure={disclosure} />;
  return (
    <>
      <Notice tone="warning">
        <FormattedMessage id="move.would_see" values={{ names: <bdi>{readersText(intl, all)}</bdi> }} />
      </Notice>
      <Losses disclosure={disclosure} />
      <section>
        <p id="disclosed-things">
          <FormattedMessage id="disclosure.resources" values={{ count }} />
        </p>
        <DisclosedList aria-labelledby="disclosed-things">
          {disclosed.map(({ id, title, in_trash, inheriting, would_see }) => (
            <li key={id}>
              <span>
                <bdi>{title}</bdi>
                {inheriting > 0 && (
                  <>
                    {' '}
                    <FormattedMessage id="disclosure.inheriting" values={{ count: inheriting }} />
                  </>
                )}
                {in_trash && (
                  <>
                    {' '}
                    <FormattedMessage id="disclosure.in_trash" />
                  </>
                )}
              </span>
              <small>{readersText(intl, would_see)}</small>
            </li>
          ))}
          {count > disclosed.length && (
            <li>
              <FormattedMessage id="disclosure.more_resources" values={{ count: count - disclosed.length }} />
            </li>
          )}
        </DisclosedList>
      </section>
    </>
  );
}
