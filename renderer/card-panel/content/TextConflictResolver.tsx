/**
 * Another person, or the same person in another window, changed a text during an edit. The person keeps one version, or
 * combines both: for each place that both versions changed, one version or both.
 */

import { type ReactElement, type ReactNode, useState } from 'react';
import {
  resolveMergeConflicts,
  type TextMergeChoice,
  type TextMergeRegion,
  type TextMergeResult,
} from '../../../shared/domain/text-merge.ts';
import { useLiveQuery } from '../../data/live.ts';
import { nameOf } from '../../data/lookups.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { pairWithIndexKeys } from '../../ui/index-keys.ts';
import { Banner } from '../../ui/messages.tsx';
import { LongText } from '../../ui/text/LongText.tsx';
import { cardHistoryQuery } from '../queries.ts';
import styles from './content.module.css';

interface TextConflictProps {
  cardId: string;
  mine: string;
  theirs: string;
  found: Extract<TextMergeResult, { kind: 'merged' | 'clash' }>;
  /**
   * `text` is `theirs`, `mine` or the merged text. The caller must also set the base of the draft to the card's current
   * text, or the next merge finds the same conflict again.
   */
  onChoose: (text: string) => void;
}

function useLastChange(cardId: string): ReactNode {
  const { data } = useLiveQuery(cardHistoryQuery(cardId, 1));
  const last = Object.values(data?.cardHistory ?? {})[0];
  if (!last) return 'This text was changed elsewhere while you were writing.';
  const changer = last.changerId ? data?.user?.[last.changerId] : undefined;
  return (
    <>
      {changer ? nameOf(changer) : 'Somebody'} changed this text <RelativeTime at={last.versionCreatedAt} />, while you
      were writing.
    </>
  );
}

export function TextConflictResolver({ cardId, mine, theirs, found, onChoose }: TextConflictProps): ReactElement {
  const [choices, setChoices] = useState<readonly (TextMergeChoice | undefined)[]>([]);
  const [showsBoth, setShowsBoth] = useState(false);
  const lastChange = useLastChange(cardId);
  const text = found.kind === 'merged' ? found.text : resolveMergeConflicts(found.regions, choices);
  return (
    <div className="stack gap-2 round p-2 border-strong">
      <Banner
        tone="warning"
        action={
          <Button
            text={showsBoth ? 'Hide both' : 'Show both'}
            small
            onClick={() => setShowsBoth(!showsBoth)}
            aria-expanded={showsBoth}
          />
        }
      >
        {lastChange}{' '}
        {found.kind === 'merged'
          ? 'The changes are in different places and can be kept together.'
          : 'Both changed the same lines; nothing is lost until you choose.'}
      </Banner>
      {showsBoth ? (
        <div className={cx('grid gap-2', styles.texts)}>
          <WholeText title="Yours" text={mine} />
          <WholeText title="Theirs" text={theirs} />
        </div>
      ) : null}
      {found.kind === 'clash' ? (
        <ConflictRegions regions={found.regions} choices={choices} onChange={setChoices} />
      ) : null}
      <div className="row wrap justify-end gap-2">
        <Button text="Take theirs" small look="quiet" onClick={() => onChoose(theirs)} />
        <Button text="Keep mine" small onClick={() => onChoose(mine)} />
        <Button
          text={found.kind === 'merged' ? 'Keep both changes' : 'Use this choice'}
          small
          look="primary"
          onClick={() => onChoose(text)}
        />
      </div>
    </div>
  );
}

function WholeText({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <section aria-label={title}>
      <h4 className="soft text-sm mb-2px">{title}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text must be reachable */}
      <pre className="selectable scroll pre-wrap break-words inset-box" tabIndex={0} dir="auto">
        <LongText text={text} />
      </pre>
    </section>
  );
}

function RegionLines(props: { title: string; lines: readonly string[]; isDropped: boolean }): ReactElement {
  return (
    <div>
      <h4 className="soft text-sm mb-2px">{props.title}</h4>
      <pre
        className="selectable scroll pre-wrap break-words inset-box"
        dir="auto"
        data-dropped={props.isDropped || undefined}
      >
        <LongText text={props.lines.join('\n') || '(removed)'} />
      </pre>
    </div>
  );
}

const sides: readonly { readonly side: TextMergeChoice; readonly label: string }[] = [
  { side: 'mine', label: 'Yours' },
  { side: 'theirs', label: 'Theirs' },
  { side: 'both', label: 'Both' },
];

function ConflictRegions(props: {
  regions: readonly TextMergeRegion[];
  choices: readonly (TextMergeChoice | undefined)[];
  onChange: (choices: readonly (TextMergeChoice | undefined)[]) => void;
}): ReactElement {
  const clashes = props.regions.filter((region) => region.kind === 'clash');
  return (
    <ol className="stack gap-2">
      {pairWithIndexKeys(clashes).map(([place, region]) => {
        const index = Number(place);
        const chosen = props.choices[index] ?? 'both';
        return (
          <li key={place}>
            <div className={cx('grid gap-2', styles.texts)} data-clash>
              <RegionLines title="Yours" lines={region.mine} isDropped={chosen === 'theirs'} />
              <RegionLines title="Theirs" lines={region.theirs} isDropped={chosen === 'mine'} />
            </div>
            <div role="radiogroup" aria-label={`Clash ${index + 1}`} className={cx('flex gap-4', styles.choice)}>
              {sides.map(({ side, label }) => (
                <label key={side} className="inline-row gap-6px">
                  <input
                    type="radio"
                    name={`clash-${index}`}
                    checked={chosen === side}
                    onChange={() => props.onChange(clashes.map((_, at) => (at === index ? side : props.choices[at])))}
                  />
                  {label}
                </label>
              ))}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
