import NextLink from 'next/link';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { Space } from '#lib/contract/space.ts';
import { color, radius, space } from '#styles/tokens.ts';

const List = styled.ul`
  display: grid;
  gap: ${space(2)};
  margin-top: ${space(4)};

  a {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-height: 48px;
    padding: ${space(1)} ${space(2)};
    border-radius: ${radius('control')};
    color: ${color('text')};
    overflow-wrap: anywhere;
  }

  a:hover {
    background: ${color('hover')};
    text-decoration: none;
  }
`;

type ChooseSpaceDialogProps = { handle: string; spaces: readonly Space[]; onClose: () => void };

/** Where a form that is made from the hub's page belongs: one of the spaces that the person may add to. */
export function ChooseSpaceDialog({ handle, spaces, onClose }: ChooseSpaceDialogProps) {
  const own = spaces.filter(({ allowed }) => allowed.includes('space.create_item'));
  return (
    <Modal open onClose={onClose} title={<FormattedMessage id="form_new.choose_space" />}>
      {own.length === 0 ? (
        <Notice>
          <FormattedMessage id="form_new.no_space" />
        </Notice>
      ) : (
        <>
          <p>
            <FormattedMessage id="form_new.choose_space_text" />
          </p>
          <List>
            {own.map((one, at) => (
              <li key={one.id}>
                <NextLink
                  href={`/${handle}/${one.slug}/forms/new`}
                  prefetch={false}
                  data-autofocus={at === 0 || undefined}
                >
                  <Avatar name={one.name} seed={one.id} size={32} square />
                  <bdi>{one.name}</bdi>
                </NextLink>
              </li>
            ))}
          </List>
        </>
      )}
    </Modal>
  );
}
