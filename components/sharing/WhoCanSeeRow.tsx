import { Globe, Link2, X } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { Select } from '#components/ui/control.ts';
import { EntryRow, RoundMark } from '#components/ui/EntryRow.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { assignableRoles } from '#lib/access/roles.ts';
import type { WhoCanSeeEntry } from '#lib/contract/access.ts';
import { AccessReasonText, reasonKey } from './AccessReasonText.tsx';
import type { AccessActions } from './use-access-actions.ts';

/** A row of “Who can see this?”: the user, the role, the reasons, and the actions that the reader may take. */
export function WhoCanSeeRow({
  entry,
  acts,
  handle,
}: {
  entry: WhoCanSeeEntry;
  acts: AccessActions;
  handle: string;
}) {
  const { kind, person, link, reasons } = entry;
  const sentences: ReactNode[] = reasons.map((reason) => (
    <AccessReasonText key={reasonKey(reason)} reason={reason} handle={handle} view={link?.view ?? null} />
  ));
  if (link?.expires_at) {
    sentences.push(
      <FormattedMessage
        key="until"
        id="sharing.link_until"
        values={{ time: <FormattedDate value={link.expires_at} dateStyle="medium" timeStyle="short" /> }}
      />,
    );
  }
  if (link?.has_password) sentences.push(<FormattedMessage key="password" id="sharing.link_protected" />);
  const mark = person ? (
    <Avatar name={person.name || (person.email ?? '')} seed={person.id} src={person.avatar_url} size={36} />
  ) : (
    <RoundMark aria-hidden>{kind === 'link' ? <Link2 size={16} /> : <Globe size={16} />}</RoundMark>
  );
  return (
    <EntryRow
      mark={mark}
      name={
        person ? (
          person.name || person.email
        ) : (
          <FormattedMessage id={kind === 'link' ? 'sharing.who_link' : 'sharing.who_anyone'} />
        )
      }
      notes={[
        sentences.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words have a fixed order
          <Fragment key={index}>
            {index > 0 && ' · '}
            {one}
          </Fragment>
        )),
      ]}
      actions={<EntryActs entry={entry} acts={acts} />}
    />
  );
}

function EntryActs({ entry, acts }: { entry: WhoCanSeeEntry; acts: AccessActions }) {
  const intl = useIntl();
  const [confirming, setConfirming] = useState(false);
  const { person, link, role, own_role, allowed, roles } = entry;
  const name = person?.name || person?.email || '';
  const mayChange = person !== null && own_role !== null && allowed.includes('change_role');
  const close = () => setConfirming(false);
  return (
    <>
      {mayChange ? (
        <Select
          aria-label={intl.formatMessage({ id: 'sharing.role_of' }, { name })}
          value={own_role}
          disabled={acts.busy}
          onChange={({ target }) => {
            const wanted = roles.find((one) => one === target.value);
            if (wanted) void acts.setRole(person.id, wanted);
          }}
        >
          {assignableRoles(roles, own_role)
            .reverse()
            .map((one) => (
              <option key={one} value={one}>
                {intl.formatMessage({ id: `sharing.role_${one}` })}
              </option>
            ))}
        </Select>
      ) : (
        <span>
          <VisuallyHidden>
            <FormattedMessage id="sharing.role" />{' '}
          </VisuallyHidden>
          <FormattedMessage id={`sharing.role_${role}`} />
        </span>
      )}
      {person && allowed.includes('remove') && (
        <IconButton
          icon={X}
          disabled={acts.busy}
          label={intl.formatMessage({ id: 'sharing.remove' }, { name })}
          onClick={() => setConfirming(true)}
        />
      )}
      {link && allowed.includes('revoke') && (
        <Button size="small" disabled={acts.busy} onClick={() => setConfirming(true)}>
          <FormattedMessage id="sharing.link_end" />
        </Button>
      )}
      {confirming && person && (
        <Confirm
          title={<FormattedMessage id="sharing.remove" values={{ name: <bdi>{name}</bdi> }} />}
          text={<FormattedMessage id="sharing.remove_text" />}
          submit={<FormattedMessage id="sharing.remove_submit" />}
          danger
          onClose={close}
          onConfirm={async () => {
            await acts.remove(person.id);
            close();
          }}
        />
      )}
      {confirming && link && (
        <Confirm
          title={<FormattedMessage id="sharing.link_end_title" />}
          text={<FormattedMessage id="sharing.link_end_text" />}
          submit={<FormattedMessage id="sharing.link_end" />}
          danger
          onClose={close}
          onConfirm={async () => {
            await acts.revoke(link);
            close();
          }}
        />
      )}
    </>
  );
}
