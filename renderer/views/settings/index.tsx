/**
 * The settings view: sections for all workspaces, and sections that need extensions of the service or a local
 * workspace.
 */
import { Settings as SettingsIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { useWorkspace } from '../../data/app-state.ts';
import { go, useOpenCard, useRoute } from '../../data/routes.ts';
import { useMediaQuery } from '../../ui/dom/media-query.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { Page } from '../../workbench/Page.tsx';
import { Appearance } from './Appearance.tsx';
import { Desktop } from './Desktop.tsx';
import { Diagnostics } from './Diagnostics.tsx';
import { Network } from './Network.tsx';
import { Notifications } from './Notifications.tsx';
import { Organization } from './Organization.tsx';
import { People } from './People.tsx';
import { Projects } from './Projects.tsx';
import { Runs } from './Runs.tsx';
import { Tokens } from './Tokens.tsx';
import { Updates } from './Updates.tsx';
import { WorkspaceSettings } from './WorkspaceSettings.tsx';

const everywhere = [
  { value: 'appearance', label: 'Appearance', content: <Appearance /> },
  { value: 'notifications', label: 'Notifications', content: <Notifications /> },
  { value: 'desktop', label: 'Desktop', content: <Desktop /> },
  { value: 'network', label: 'Network', content: <Network /> },
  { value: 'workspace', label: 'Workspace', content: <WorkspaceSettings /> },
];
/** Sections for services with extensions. */
const administration = [
  { value: 'organization', label: 'Organization', content: <Organization /> },
  { value: 'projects', label: 'Projects', content: <Projects /> },
  { value: 'people', label: 'People', content: <People /> },
];
/** Sections for every service. */
const runs = { value: 'runs', label: 'Runs', content: <Runs /> };
const tokens = { value: 'tokens', label: 'Tokens', content: <Tokens /> };
const updates = { value: 'updates', label: 'Updates', content: <Updates /> };
const diagnostics = { value: 'diagnostics', label: 'Diagnostics', content: <Diagnostics /> };

export function SettingsView(): ReactElement {
  const workspace = useWorkspace();
  const route = useRoute();
  // Window width from which the tabs are a column. An open card needs a part of the width.
  const minWidthPx = useOpenCard() === null ? 960 : 1500;
  const isWide = useMediaQuery(`(min-width: ${minWidthPx}px)`);
  const tab = route.id ?? 'appearance';
  const tabs = [
    ...everywhere,
    ...(workspace?.hasExtensions ? administration : []),
    runs,
    ...(workspace?.kind === 'local' ? [tokens] : []),
    updates,
    diagnostics,
  ];
  return (
    <Page title="Settings" icon={<SettingsIcon size={16} aria-hidden />} widthPx={980}>
      <Tabs
        label="Settings"
        isVertical={isWide}
        value={tabs.some(({ value }) => value === tab) ? tab : 'appearance'}
        onChange={(value) => go({ view: 'settings', id: value, query: {} }, true)}
        tabs={tabs}
      />
    </Page>
  );
}
