import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { OnMatch } from '#lib/contract/table.ts';
import type { PeoplePreview } from '#lib/contract/table-import.ts';
import { color, space } from '#styles/tokens.ts';

const Part = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};

  ul {
    padding: 0;
    list-style: none;
  }

  li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 ${space(3)};
    padding-block: ${space(1)};
    border-top: 1px solid ${color('line')};
    overflow-wrap: anywhere;
  }

  li > span {
    min-width: 0;
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

/** What an import would make of a file of people: how many, who first, and who is left out and why. */
export function CardsPreview({ preview, onMatch }: { preview: PeoplePreview; onMatch: OnMatch }) {
  const { people, is_whole, added, present, repeated, refused, partial, first, reasons } = preview;
  const known = present + repeated;
  const values = { people, added: onMatch === 'add' ? added + known : added, present, repeated, refused };
  return (
    <Part>
      <div role="status">
        <p>
          <FormattedMessage id={is_whole ? 'contacts.preview' : 'contacts.preview_first'} values={values} />
        </p>
        {known > 0 && (
          <p>
            <FormattedMessage id={`contacts.preview_${onMatch}`} values={values} />
          </p>
        )}
        {(refused > 0 || partial > 0) && (
          <p>
            <FormattedMessage id="contacts.preview_unread" values={{ refused, partial }} />
          </p>
        )}
      </div>
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ number, name, reason }) => (
            <li key={number}>
              <span>
                <bdi>{name || <FormattedMessage id="contacts.preview_number" values={{ number }} />}</bdi>{' '}
                <small>{reason}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul>
        {first.map(({ name, email, phone, state }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown once, as the file has it
          <li key={at}>
            <span>
              <bdi>{name || email || phone || <FormattedMessage id="contacts.nameless" />}</bdi>{' '}
              <small>{[name ? email : '', phone].filter((one) => one !== '').join(' · ')}</small>
            </span>
            {state !== 'added' && (
              <small>
                <FormattedMessage id={`contacts.preview_is_${state}`} />
              </small>
            )}
          </li>
        ))}
        {people > first.length && (
          <li>
            <small>
              <FormattedMessage id="contacts.preview_more" values={{ count: people - first.length }} />
            </small>
          </li>
        )}
      </ul>
    </Part>
  );
}
