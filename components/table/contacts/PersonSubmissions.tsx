import NextLink from 'next/link';
import { useRouter } from 'next/router';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { ListFooter } from '#components/ui/ListFooter.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import { NO_SPACE } from '#lib/browser/item-path.ts';
import type { PersonSubmission } from '#lib/contract/contacts.ts';
import { listPersonSubmissions } from '#services/contacts.ts';
import { color, space } from '#styles/tokens.ts';
import { contactsKey } from './use-contacts.ts';

const Part = styled.section`
  display: grid;
  gap: ${space(2)};
  justify-items: start;

  ul {
    display: grid;
    gap: ${space(1)};
    width: 100%;
    padding: 0;
    list-style: none;
  }

  li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 ${space(3)};
  }

  a {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  time {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

/** The submissions of a person that the reader may read, the newest first; nothing where there are none. */
export function PersonSubmissions({ itemId, rowId }: { itemId: string; rowId: string }) {
  const handle = String(useRouter().query.handle);
  const list = useListQuery<PersonSubmission>({
    of: [...contactsKey(itemId), 'submissions', rowId],
    first: null,
    load: ({ page }, signal) => listPersonSubmissions(itemId, rowId, page, signal),
    idOf: ({ id }) => id,
  });
  if (list.entries.length === 0 && list.error === null) return null;
  return (
    <Part>
      <h3>
        <FormattedMessage id="contacts.submissions" />
      </h3>
      <ul>
        {list.entries.map((one) => (
          <li key={one.id}>
            <NextLink
              href={`/${handle}/${one.space_slug || NO_SPACE}/forms/${one.form_id}?tab=answers&answer=${one.id}`}
              prefetch={false}
              dir="auto"
            >
              {one.form_title}
            </NextLink>
            <RelativeTime value={one.created_at} />
          </li>
        ))}
      </ul>
      <ListFooter list={list} size="small" />
    </Part>
  );
}
