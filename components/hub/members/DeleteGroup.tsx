import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Confirm } from '#components/ui/Confirm.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { HubGroup } from '#lib/contract/group.ts';
import { deleteGroup } from '#services/groups.ts';
import { space } from '#styles/tokens.ts';
import { useGroupGrants } from './use-group-grants.ts';

const Consequences = styled.ul`
  display: grid;
  gap: ${space(2)};
  padding-left: ${space(5)};
  list-style: disc;
  overflow-wrap: anywhere;
`;

/** Places that are named; the others are counted. */
const NAMED_MAX = 5;

type DeleteGroupProps = {
  handle: string;
  group: HubGroup;
  onClose: () => void;
  onDeleted: () => void | Promise<void>;
};

/** Requests confirmation of deleting a group: how many people lose what, and what stays. */
export function DeleteGroup({ handle, group, onClose, onDeleted }: DeleteGroupProps) {
  const intl = useIntl();
  const toast = useToast();
  const { data: granted } = useGroupGrants(handle, group.id);
  const named = granted?.grants.slice(0, NAMED_MAX).map((one) => `“${one.name}”`) ?? [];
  const { name, members_count: people, grants_count: grants } = group;
  return (
    <Confirm
      title={<FormattedMessage id="groups.delete_title" values={{ name: <bdi>{name}</bdi> }} />}
      submit={<FormattedMessage id="groups.delete_submit" />}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await deleteGroup(handle, group.id);
        onClose();
        toast({ tone: 'success', text: <FormattedMessage id="groups.deleted" values={{ name }} /> });
        await onDeleted();
      }}
    >
      <Consequences>
        {grants > 0 ? (
          <>
            <li>
              <FormattedMessage id="groups.delete_grants" values={{ people, grants }} />{' '}
              {named.length > 0 && (
                <FormattedMessage
                  id="groups.delete_named"
                  values={{ names: intl.formatList(named, { type: 'unit' }) }}
                />
              )}
            </li>
            <li>
              <FormattedMessage id="groups.delete_otherwise" />
            </li>
          </>
        ) : (
          <li>
            <FormattedMessage id="groups.delete_no_grants" />
          </li>
        )}
        <li>
          <FormattedMessage id="groups.delete_stays" />
        </li>
        <li>
          <FormattedMessage id="groups.delete_final" />
        </li>
      </Consequences>
    </Confirm>
  );
}
