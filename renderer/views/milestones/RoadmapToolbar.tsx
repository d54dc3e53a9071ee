import { ChevronLeft, ChevronRight, ChevronsDownUp, ChevronsUpDown, Minus, Plus } from 'lucide-react';
import type { ReactElement } from 'react';
import { axisUnitAtZoom, axisUnits, pxPerDayByAxisUnit } from '../../../shared/domain/time-axis.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import styles from './Roadmap.module.css';
import type { RoadmapViewport } from './use-roadmap-viewport.ts';

const zoomStep = 1.4;
const unitLabels = { day: 'Days', week: 'Weeks', month: 'Months', quarter: 'Quarters' } as const;

interface RoadmapToolbarProps {
  viewport: RoadmapViewport;
  areAllFolded: boolean;
  onFoldAll: (areFolded: boolean) => void;
}

/** The controls of the roadmap. They scroll to other days, change the scale, and fold or unfold all lanes. */
export function RoadmapToolbar({ viewport, areAllFolded, onFoldAll }: RoadmapToolbarProps): ReactElement {
  const { axis, zoom, step, showToday } = viewport;
  return (
    <div className={styles.tools} role="toolbar" aria-label="Roadmap">
      <IconButton icon={ChevronLeft} small label="Earlier" shortcut="," data-time="earlier" onClick={() => step(-1)} />
      <Button text="Today" small look="quiet" data-time="today" onClick={showToday} />
      <IconButton icon={ChevronRight} small label="Later" shortcut="." data-time="later" onClick={() => step(1)} />
      <IconButton
        icon={Minus}
        small
        label="Zoom out"
        shortcut="-"
        data-time="zoomOut"
        onClick={() => zoom(1 / zoomStep)}
      />
      <IconButton icon={Plus} small label="Zoom in" shortcut="+" data-time="zoomIn" onClick={() => zoom(zoomStep)} />
      <Select
        label="Scale"
        small
        look="quiet"
        value={axisUnitAtZoom(axis.pxPerDay)}
        options={axisUnits.map((value) => ({ value, label: unitLabels[value] }))}
        onChange={(wanted) => zoom(pxPerDayByAxisUnit[wanted] / axis.pxPerDay)}
      />
      <IconButton
        icon={areAllFolded ? ChevronsUpDown : ChevronsDownUp}
        small
        label={areAllFolded ? 'Expand all lanes' : 'Collapse all lanes'}
        onClick={() => onFoldAll(!areAllFolded)}
      />
    </div>
  );
}
