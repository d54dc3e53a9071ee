/** Cards in every status, content and density. */
import type { ReactElement } from 'react';
import { derivedStatuses } from '../../../shared/contract/index.ts';
import { CardFace } from '../../cards/face/CardFace.tsx';
import { CardFaceContext, type CardFaceSettings } from '../../cards/face/face-context.tsx';
import { sampleCard, sampleCardFaceSettings, sampleToday } from '../../cards/sample-cards.ts';
import type { CardRow } from '../../model/card-row.ts';
import { statusGroupAndLabel } from '../../ui/icons/status.ts';
import { GalleryPart, GallerySample } from './Part.tsx';

const everything: Partial<CardRow> = {
  priority: 'a',
  effort: 13,
  sprintId: 's1' as CardRow['sprintId'],
  tags: ['loc', 'feel', 'audio', 'quest'],
  checkboxStats: { total: 4, checked: 2 } as CardRow['checkboxStats'],
  hasBlockingDeps: true,
  dueDate: '2026-05-12' as CardRow['dueDate'],
  'count:resolvables({"isClosed":false})': 2,
};

const shapes: readonly (readonly [string, Partial<CardRow>, { total: number; done: number }?])[] = [
  ['all there is to say', everything],
  ['nothing but a title', { priority: null, effort: null, assigneeId: null }],
  ['without a title', { title: '' }],
  [
    'long title',
    { title: 'The lens turns once a minute in fog, twice in rain, and not at all while the keeper sleeps' },
  ],
  ['one long word', { title: 'Leuchtturmwärterwohnungsbeleuchtungsanlagenprüfung' }],
  ['right to left', { title: 'المنارة تضيء الميناء في الليل' }],
  ['emoji', { title: '🌊 🚣‍♀️ Row to the wreck 👩🏽‍🚒' }],
  ['due today', { dueDate: sampleToday as CardRow['dueDate'] }],
  ['not in a deck', { deckId: null }],
  ['unknown values', { derivedStatus: 'a_later_status', priority: 'urgent' as CardRow['priority'] }],
  ['hero, begun', { derivedStatus: 'hero', effort: null }, { total: 5, done: 2 }],
  ['hero, done', { derivedStatus: 'heroDone', effort: null, status: 'done' }, { total: 3, done: 3 }],
];

const densities: readonly CardFaceSettings['density'][] = ['normal', 'compact', 'row'];

export function CardSamples(): ReactElement {
  const face = (card: Partial<CardRow>, sub = { total: 0, done: 0 }) => (
    <CardFace card={{ ...sampleCard, ...card }} subCardCount={sub.total} doneSubCardCount={sub.done} />
  );
  return (
    <>
      <CardFaceContext value={sampleCardFaceSettings}>
        <GalleryPart name="Card by status">
          {[...derivedStatuses, 'a_later_status'].map((derivedStatus) => (
            <GallerySample key={derivedStatus} of={derivedStatus} width={268}>
              {face({ derivedStatus, title: statusGroupAndLabel(derivedStatus).label })}
            </GallerySample>
          ))}
        </GalleryPart>
        <GalleryPart name="Card by content">
          {shapes.map(([name, card, sub]) => (
            <GallerySample key={name} of={name} width={268} named>
              {face(card, sub)}
            </GallerySample>
          ))}
        </GalleryPart>
      </CardFaceContext>
      <GalleryPart name="Card by density">
        {densities.map((density) => (
          <CardFaceContext key={density} value={{ ...sampleCardFaceSettings, density }}>
            <GallerySample of={density} width={density === 'row' ? 820 : 268} named>
              {face(everything)}
            </GallerySample>
          </CardFaceContext>
        ))}
      </GalleryPart>
    </>
  );
}
