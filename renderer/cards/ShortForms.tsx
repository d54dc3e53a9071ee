import { CircleHelp } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLookups } from '../data/lookups.ts';
import { type QuickAddToken, quickAddTokenText, shortFormsOf } from '../model/new-cards/quick-add.ts';
import { IconButton } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { Popover } from '../ui/popups/Popover.tsx';

interface ShortFormChipsProps {
  readonly tokens: readonly QuickAddToken[];
  /** Called when the person removes a chip: its text then is a part of the title. */
  readonly onKeepAsText: (raw: string) => void;
}

export const ShortFormChips = ({ tokens, onKeepAsText }: ShortFormChipsProps): ReactElement => (
  <>
    {tokens.map((token) => (
      <Chip key={token.raw} removeLabel={`Keep ${token.raw} as text`} onRemove={() => onKeepAsText(token.raw)}>
        {quickAddTokenText(token)}
      </Chip>
    ))}
  </>
);

export function ShortFormHelp(): ReactElement {
  const { account } = useLookups();
  return (
    <Popover
      label="Short forms"
      align="end"
      trigger={<IconButton icon={CircleHelp} label="Short forms: what a title can set" small />}
    >
      <table className="text-sm text-start">
        <tbody>
          {shortFormsOf(account).map(({ example, meaning }) => (
            <tr key={example}>
              <th scope="row" className="mono medium text-start p-1-2">
                {example}
              </th>
              <td className="soft p-1-2">{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Popover>
  );
}
