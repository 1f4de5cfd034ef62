import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { Button } from '#components/ui/Button.tsx';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SaveRow, Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { assignableRoles, ROLE_RANK, VISIBILITIES, type Visibility } from '#lib/access/roles.ts';
import type { Space } from '#lib/contract/space.ts';
import { failureOf } from '#services/http.ts';
import { changeSpace } from '#services/space.ts';
import { VisibilityNotice } from './VisibilityNotice.tsx';
import { widensVisibility } from './widens-visibility.ts';

const DEFAULT_ROLES = ['viewer', 'commenter', 'editor'] as const;

type VisibilitySectionProps = {
  space: Space;
  hubName: string;
  onChanged: (space: Space) => void;
  /** Somebody else changed it meanwhile. */
  onConflict: () => void;
};

/** The visibility of the space: three options, with a notice before it is widened. */
export function VisibilitySection({ space, hubName, onChanged, onConflict }: VisibilitySectionProps) {
  const intl = useIntl();
  const toast = useToast();
  const [visibility, setVisibility] = useState(space.visibility);
  const [role, setRole] = useState(space.default_role);
  const [busy, setBusy] = useState(false);
  const disclose = useDisclosure();
  const isOwner = space.allowed.includes('space.change');
  const changed =
    visibility !== space.visibility || (visibility !== 'private' && role !== space.default_role);
  const wider = widensVisibility(space.visibility, visibility);

  const save = async () => {
    setBusy(true);
    try {
      const changes = {
        ...(visibility === space.visibility ? {} : { visibility }),
        ...(visibility === 'private' || role === space.default_role ? {} : { default_role: role }),
      };
      const done = await disclose((accepted) => changeSpace(space, { ...changes, ...accepted }));
      if (!done) return;
      onChanged(done.data);
      toast({ tone: 'success', text: <FormattedMessage id="space_people.saved" /> });
    } catch (error) {
      const stale = failureOf(error)?.code === 'stale_revision';
      toast({
        tone: 'error',
        text: stale ? <FormattedMessage id="space_people.conflict" /> : failureText(error),
      });
      if (stale) onConflict();
    } finally {
      setBusy(false);
    }
  };

  const mayChoose = (value: Visibility) => value !== 'private' || isOwner || space.visibility === 'private';
  const myRank = ROLE_RANK[space.my_role ?? 'viewer'];
  return (
    <Section title={<FormattedMessage id="space_people.who" />}>
      <ChoiceGroup
        legend={<FormattedMessage id="space_people.visibility" />}
        name="space-visibility"
        value={visibility}
        onChange={setVisibility}
        options={VISIBILITIES.filter(mayChoose).map((value) => ({
          value,
          label: <FormattedMessage id={`visibility.${value}`} />,
          help: (
            <FormattedMessage id={`space_people.who_text_${value}`} values={{ hub: <bdi>{hubName}</bdi> }} />
          ),
        }))}
      />
      {visibility !== 'private' && (
        <SelectField
          label={<FormattedMessage id="space_people.default_role" />}
          required
          value={role}
          onChange={(event) =>
            setRole(DEFAULT_ROLES.find((known) => known === event.target.value) ?? 'viewer')
          }
        >
          {assignableRoles(DEFAULT_ROLES, space.default_role)
            .filter((value) => ROLE_RANK[value] <= myRank || value === space.default_role)
            .map((value) => (
              <option key={value} value={value}>
                {intl.formatMessage({ id: `hub.role_${value}` })}
              </option>
            ))}
        </SelectField>
      )}
      <VisibilityNotice from={space.visibility} to={visibility} hubName={hubName} />
      {changed && (
        <SaveRow>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {wider && visibility !== 'private' ? (
              <FormattedMessage
                id={`space_people.widen_${visibility}`}
                values={{ hub: <bdi>{hubName}</bdi> }}
              />
            ) : (
              <FormattedMessage id="space_people.save" />
            )}
          </Button>
          <Button
            onClick={() => {
              setVisibility(space.visibility);
              setRole(space.default_role);
            }}
          >
            <FormattedMessage id="action.cancel" />
          </Button>
        </SaveRow>
      )}
    </Section>
  );
}

/** The same for users who can't change it. */
export function VisibilityText({ space, hubName }: { space: Space; hubName: string }) {
  return (
    <Section
      title={<FormattedMessage id="space_people.who" />}
      text={<FormattedMessage id={`visibility.${space.visibility}`} />}
    >
      <Notice>
        <FormattedMessage
          id={`space_people.who_text_${space.visibility}`}
          values={{ hub: <bdi>{hubName}</bdi> }}
        />
      </Notice>
    </Section>
  );
}
