import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Input } from '#components/ui/control.ts';
import { popupLook } from '#components/ui/popup-look.ts';
import { useCombobox } from '#components/ui/use-combobox.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import type { SpaceSummary } from '#lib/contract/space.ts';
import { CONTROL, color, radius, space } from '#styles/tokens.ts';
import { useSpaceSearch } from './use-space-search.ts';

const Wrap = styled.div`
  position: relative;
  min-width: 0;

  > input {
    min-height: ${CONTROL.medium}px;
    padding-right: 36px;
    text-overflow: ellipsis;
  }

  > svg {
    position: absolute;
    top: 50%;
    right: ${space(3)};
    color: ${color('quiet')};
    pointer-events: none;
    transform: translateY(-50%);
  }
`;

const Popup = styled.div`
  position: absolute;
  z-index: 500;
  top: calc(100% + 4px);
  right: 0;
  width: max(100%, min(320px, calc(100vw - 32px)));
  max-height: 360px;
  ${popupLook}

  > p {
    padding: ${space(2)};
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

const List = styled.div`
  min-width: 0;
`;

const Option = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 40px;
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius('chip')};
  overflow-wrap: anywhere;
  cursor: pointer;

  &[data-active='true'],
  &:hover {
    background: ${color('hover')};
  }

  &[aria-selected='true'] {
    color: ${color('primaryText')};
    font-weight: 500;
  }
`;

export type NamedSpace = Pick<SpaceSummary, 'slug' | 'name'> & { id?: string };

type SpaceComboboxProps = {
  id: string;
  /** The selected space; null is all spaces. */
  chosen: NamedSpace | null;
  /** Options before anything is typed. */
  atHand: readonly NamedSpace[];
  onChoose: (slug: string) => void;
};

/** A field for one of the hub's spaces, or for all, found by typing (WAI-ARIA 1.2 combobox with a list). */
export const SpaceCombobox = withQueries(function SpaceCombobox({
  id,
  chosen,
  atHand,
  onChoose,
}: SpaceComboboxProps) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const { found } = useSpaceSearch(typed, { when: open && query !== '' });
  const all: NamedSpace = { slug: '', name: intl.formatMessage({ id: 'search.all_spaces' }) };
  const isFound = found !== null && found.query === query;
  const options = query === '' ? [all, ...atHand] : isFound ? found.spaces : [];
  const current = chosen ?? all;
  const { active, onTyped, wrapProps, inputProps, listProps, optionProps } = useCombobox<NamedSpace>({
    open,
    onOpenChange: (now) => {
      setOpen(now);
      if (!now) setTyped('');
    },
    options,
    onChoose: ({ slug }) => {
      if (slug !== current.slug) onChoose(slug);
    },
    takesText: false,
    opensOnFocus: true,
  });

  return (
    <Wrap {...wrapProps}>
      <Input
        {...inputProps}
        id={id}
        maxLength={200}
        // The typed text replaces the selected name while the list is open.
        value={open ? typed : current.name}
        placeholder={current.name}
        title={current.name}
        onChange={({ target }) => {
          setTyped(target.value);
          onTyped();
        }}
      />
      <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
      <input type="hidden" name="space" value={current.slug} />
      <Popup hidden={!open}>
        <List {...listProps} aria-label={intl.formatMessage({ id: 'search.spaces' })}>
          {open &&
            options.map((one, at) => (
              <Option
                key={one.slug}
                {...optionProps(at)}
                aria-selected={one.slug === current.slug}
                data-active={at === active}
              >
                {one.id && <Avatar name={one.name} seed={one.id} size={20} square />}
                <bdi>{one.name}</bdi>
              </Option>
            ))}
        </List>
        {isFound && found.error && <p role="alert">{found.error}</p>}
        {isFound && !found.error && found.spaces.length === 0 && (
          <p>
            <FormattedMessage id="layout.filter_none" />
          </p>
        )}
      </Popup>
      <VisuallyHidden role="status">
        {open && isFound && !found.error && query && (
          <FormattedMessage id="layout.filtered" values={{ count: found.spaces.length }} />
        )}
      </VisuallyHidden>
    </Wrap>
  );
});
