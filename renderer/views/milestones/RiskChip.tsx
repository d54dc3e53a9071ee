/** For a milestone, or for one person's part of a milestone. */
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { MilestoneRiskLevel } from '../../../shared/domain/risk.ts';
import { Chip } from '../../ui/Chip.tsx';

const looks = {
  nothingLeft: { label: 'Nothing left', tone: 'success', Icon: CircleCheck },
  onTrack: { label: 'On track', tone: 'success', Icon: CircleCheck },
  tight: { label: 'Tight', tone: 'warning', Icon: TriangleAlert },
  atRisk: { label: 'At risk', tone: 'danger', Icon: TriangleAlert },
  late: { label: 'Late', tone: 'danger', Icon: TriangleAlert },
  unknown: { label: 'No velocity yet', tone: 'plain', Icon: CircleHelp },
} as const satisfies Record<MilestoneRiskLevel, object>;

export function RiskChip({ level }: { level: MilestoneRiskLevel }): ReactElement {
  const { label, tone, Icon } = looks[level];
  return (
    <Chip tone={tone} icon={<Icon size={12} aria-hidden />}>
      {label}
    </Chip>
  );
}
