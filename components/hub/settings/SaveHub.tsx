import { FormattedMessage } from 'react-intl';
import { Badge } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { SaveRow } from '#components/ui/Section.tsx';

type SaveHubProps = { busy: boolean; isChanged: boolean; wasSaved: boolean };

/** Saves the settings, and shows whether they are. */
export function SaveHub({ busy, isChanged, wasSaved }: SaveHubProps) {
  return (
    <SaveRow>
      <Button type="submit" variant="primary" busy={busy}>
        <FormattedMessage id="hub_settings.save" />
      </Button>
      <span role="status">
        {isChanged ? (
          <Badge tone="warning">
            <FormattedMessage id="hub_settings.unsaved" />
          </Badge>
        ) : (
          wasSaved && (
            <Badge tone="success">
              <FormattedMessage id="hub_settings.saved" />
            </Badge>
          )
        )}
      </span>
    </SaveRow>
  );
}
