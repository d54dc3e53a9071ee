/** The build writes the licences of all software in the app to `licences.json`. */
import { ChevronRight, Scale } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { foldText } from '../../../shared/domain/search-text.ts';
import { FormField } from '../../ui/forms/FormField.tsx';
import { EmptyState } from '../../ui/messages.tsx';
import { PageLayout } from '../../workbench/page/PageLayout.tsx';
import styles from './licences.module.css';

interface Notice {
  readonly name: string;
  /** Empty for software that is part of Electron. */
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  readonly text: string;
}

export function LicencesView(): ReactElement {
  const [notices, setNotices] = useState<readonly Notice[]>();
  const [isMissing, setMissing] = useState(false);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    fetch('licences.json')
      .then((response) => response.json())
      .then(setNotices, () => setMissing(true));
  }, []);
  const wanted = foldText(typed.trim());
  const shown = notices?.filter(({ name, licence }) => foldText(`${name} ${licence}`).includes(wanted));
  return (
    <PageLayout
      title="Licences"
      icon={<Scale size={16} aria-hidden />}
      about="Decktop contains this software of others, under their licences."
    >
      {isMissing ? (
        <EmptyState title="No licences here">They are collected when the app is built, not in development.</EmptyState>
      ) : (
        <FormField
          label="Find a package or licence"
          hideLabel
          placeholder="Find a package or licence"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div>
        {shown?.map(({ name, version, licence, text }) => (
          <details key={`${name} ${version}`} className={styles.notice}>
            <summary>
              <ChevronRight size={15} aria-hidden />
              <span className="break-words plain">{name}</span>
              <span>{version}</span>
              <span className="push-end">{licence}</span>
            </summary>
            <pre className="selectable">{text}</pre>
          </details>
        ))}
      </div>
      {shown?.length === 0 ? (
        <EmptyState title="Nothing found">{`No package or licence is called “${typed.trim()}”.`}</EmptyState>
      ) : null}
    </PageLayout>
  );
}
