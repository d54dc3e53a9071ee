import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { noWorkload, replaceCapacityOfPerson, sumCapacities } from '../../../shared/domain/capacity.ts';
import { milestoneRiskExplanation, numberRangeText } from '../../../shared/domain/risk.ts';
import { act, actStep } from '../../data/act.ts';
import { type MilestoneRow, nameOf, useAssignablePeople, usePeople } from '../../data/lookups.ts';
import { useMissingScopeReason } from '../../data/permissions.ts';
import { formatRoute } from '../../data/routes.ts';
import { CapacityBar } from '../../progress/CapacityBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu } from '../../ui/popups/Menu.tsx';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import styles from './milestone.module.css';
import type { MilestonePeople, MilestonePerson } from './milestone-people.ts';
import { RiskChip } from './RiskChip.tsx';

type PersonRowData = Pick<MilestonePerson, 'userId' | 'load' | 'capacity'> &
  Partial<Pick<MilestonePerson, 'pace' | 'risk'>>;

interface MilestonePeopleTableProps {
  milestone: MilestoneRow;
  milestonePeople: MilestonePeople;
}

export function MilestonePeopleTable({ milestone, milestonePeople }: MilestonePeopleTableProps): ReactElement {
  const persons = useAssignablePeople();
  /** People without a capacity yet, added in order to give them one. */
  const [added, setAdded] = useState<readonly string[]>([]);
  const listed = new Set(milestonePeople.people.map(({ userId }) => userId));
  const rows: PersonRowData[] = [
    ...milestonePeople.people,
    ...added.filter((id) => !listed.has(id)).map((userId) => ({ userId, load: noWorkload, capacity: null })),
  ];
  const { load, risk, pace, owners } = milestonePeople;
  const others = persons.filter(({ id }) => !rows.some(({ userId }) => userId === id));
  const overloaded = milestonePeople.people.filter(
    (person) => person.risk.level === 'atRisk' && person.userId !== null,
  ).length;
  const reason = useMissingScopeReason('milestones/update');
  return (
    <>
      {rows.length === 0 ? null : (
        <p className="soft mb-3">
          <RiskChip level={risk.level} /> {milestoneRiskExplanation(risk, pace, owners.length)}
          {overloaded === 0
            ? null
            : ` ${overloaded === 1 ? 'One of them has' : `${overloaded} of them have`} more than they can finish alone.`}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="note">No cards are planned here, and nobody has a capacity.</p>
      ) : (
        <div className="scroll-x">
          <table className={cx('table figures', styles.people)}>
            <thead>
              <tr>
                <th scope="col">Person</th>
                <th scope="col">Work and capacity</th>
                <th scope="col">Left</th>
                <th scope="col" className={styles.roomy}>
                  Can finish
                </th>
                <th scope="col">Risk</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <PersonRow key={row.userId ?? ''} row={row} milestone={milestone} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Everybody</th>
                <td>
                  <CapacityBar
                    whose={milestone.name}
                    load={load}
                    capacity={sumCapacities(milestone.userCapacities)}
                    isReady
                  />
                </td>
                <td>{risk.left}</td>
                <td className={styles.roomy}>{risk.range ? numberRangeText(risk.range) : '–'}</td>
                <td>
                  <RiskChip level={risk.level} />
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      <Menu
        trigger={
          <Button
            text="Add a person"
            icon={Plus}
            small
            look="quiet"
            disabled={reason !== null || others.length === 0}
            tip={reason ?? undefined}
          />
        }
        entries={() => others.map((person) => ({ label: nameOf(person), run: () => setAdded([...added, person.id]) }))}
      />
    </>
  );
}

function PersonRow({ row, milestone }: { row: PersonRowData; milestone: MilestoneRow }): ReactElement {
  const { userId, load, capacity, risk } = row;
  const people = usePeople();
  const reason = useMissingScopeReason('milestones/update');
  const { id, name, userCapacities } = milestone;
  const person = userId === null ? 'No owner' : nameOf(people[userId]);
  const whose = userId === null ? `cards without an owner in ${name}` : `${person} in ${name}`;
  const saveCapacity = (ofUser: string, value: number | null) => {
    const change = { id, userCapacities: replaceCapacityOfPerson(userCapacities, ofUser, value) };
    void act(`Change the capacity of ${whose}`, [actStep('milestones/update', change, milestone)]);
  };
  return (
    <tr>
      <th scope="row">
        {userId === null ? (
          person
        ) : (
          <a
            className={cx('inline-row gap-6px plain', styles.person)}
            href={formatRoute({ view: 'person', id: userId })}
          >
            <PersonAvatar id={userId} size={20} />
            <span className="truncate" dir="auto">
              {person}
            </span>
          </a>
        )}
      </th>
      <td>
        <CapacityBar
          whose={whose}
          load={load}
          capacity={capacity}
          isReady
          edit={userId === null ? undefined : { reason, save: (value) => saveCapacity(userId, value) }}
        />
      </td>
      <td>{risk?.left ?? 0}</td>
      <td className={styles.roomy}>{risk?.range ? numberRangeText(risk.range) : '–'}</td>
      <td>{risk ? <RiskChip level={risk.level} /> : null}</td>
    </tr>
  );
}
