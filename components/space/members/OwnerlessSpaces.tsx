import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Button } from '#components/ui/Button.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { OwnerlessSpace } from '#lib/contract/space.ts';
import { TakeOverDialog } from './TakeOverDialog.tsx';

type OwnerlessSpacesProps = { handle: string; hubName: string; spaces: OwnerlessSpace[] };

/** Private spaces without an owner, which the hub's owner can take over. */
export function OwnerlessSpaces({ handle, hubName, spaces }: OwnerlessSpacesProps) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const [taking, setTaking] = useState<OwnerlessSpace | null>(null);
  return (
    <Section
      title={<FormattedMessage id="take_over.orphans" />}
      text={<FormattedMessage id="take_over.orphans_text" />}
    >
      <EntryList>
        {spaces.map((one) => (
          <EntryRow
            key={one.slug}
            mark={<Avatar name={one.name} seed={one.slug} size={36} />}
            name={one.name}
            notes={[<FormattedMessage key="people" id="take_over.people" values={{ count: one.people }} />]}
            actions={
              <Button
                size="small"
                aria-label={intl.formatMessage({ id: 'take_over.take' }, { space: one.name })}
                onClick={() => setTaking(one)}
              >
                <FormattedMessage id="take_over.take_short" />
              </Button>
            }
          />
        ))}
      </EntryList>
      {taking && (
        <TakeOverDialog
          slug={taking.slug}
          hubName={hubName}
          onClose={() => setTaking(null)}
          onTakenOver={(taken) => {
            toast({ tone: 'success', text: <FormattedMessage id="take_over.done" /> });
            void router.push(`/${handle}/${taken.slug}/people`);
          }}
        />
      )}
    </Section>
  );
}
