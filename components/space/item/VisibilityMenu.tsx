import { Eye, Globe, Lock, type LucideIcon, UserPlus, Users } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import { VISIBILITIES, type Visibility } from '#lib/access/roles.ts';
import { color } from '#styles/tokens.ts';

const ICONS: Record<Visibility, LucideIcon> = { public: Globe, shared: Users, private: Lock };

const Choice = styled.span`
  display: grid;

  > small {
    color: ${color('quiet')};
    font-size: 12.5px;
  }
`;

type VisibilityMenuProps = {
  /** The item's own visibility. */
  visibility: Visibility;
  /** The visibility that results from its folders and space, shown on the button. */
  effective: Visibility;
  onChoose: (visibility: Visibility) => void;
  /** Opens the dialog with members and links. */
  onShare: () => void;
};

/**
 * A menu for the item's visibility: three options, each with a description, and a link to its members and share links.
 */
export function VisibilityMenu({ visibility, effective, onChoose, onShare }: VisibilityMenuProps) {
  return (
    <Menu
      align="end"
      entries={[
        { heading: <FormattedMessage id="item.who" /> },
        ...VISIBILITIES.map((choice) => ({
          icon: ICONS[choice],
          checked: choice === visibility,
          label: (
            <Choice>
              <FormattedMessage id={`item.who_${choice}`} />
              <small>
                <FormattedMessage id={`item.who_${choice}_text`} />
              </small>
            </Choice>
          ),
          onSelect: () => onChoose(choice),
        })),
        { separator: true },
        { icon: UserPlus, label: <FormattedMessage id="sharing.open" />, onSelect: onShare },
      ]}
    >
      {(trigger) => (
        <Button {...trigger} icon={ICONS[effective] ?? Eye} collapses>
          <FormattedMessage id={`item.who_${effective}`} />
        </Button>
      )}
    </Menu>
  );
}
