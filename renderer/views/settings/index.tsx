/**
 * Some sections are for all workspaces. Others need a local workspace, or a service that also has the extensions of the
 * embedded service, such as actions for administration.
 */
import { Settings as SettingsIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { useWorkspace } from '../../data/app-state.ts';
import { navigate, usePanelCardId, useRoute } from '../../data/routes.ts';
import { useMediaQuery } from '../../ui/dom/media-query.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import type { Command } from '../../workbench/command.ts';
import { PageLayout } from '../../workbench/page/PageLayout.tsx';
import { settingsSections } from '../../workbench/settings-sections.ts';
import { AppearanceSection } from './Appearance.tsx';
import { DesktopSection } from './Desktop.tsx';
import { DiagnosticsSection } from './Diagnostics.tsx';
import { NetworkSection } from './Network.tsx';
import { NotificationsSection } from './Notifications.tsx';
import { OrganizationSection } from './Organization.tsx';
import { PeopleSection } from './People.tsx';
import { ProjectsSection } from './Projects.tsx';
import { RunsSection } from './Runs.tsx';
import { TokensSection } from './Tokens.tsx';
import { UpdatesSection } from './Updates.tsx';
import { WorkspaceSettings } from './WorkspaceSettings.tsx';

const everywhere = (commands: readonly Command[]) => [
  { value: 'appearance', label: settingsSections.appearance.label, content: <AppearanceSection /> },
  { value: 'notifications', label: settingsSections.notifications.label, content: <NotificationsSection /> },
  { value: 'desktop', label: settingsSections.desktop.label, content: <DesktopSection commands={commands} /> },
  { value: 'network', label: settingsSections.network.label, content: <NetworkSection /> },
  { value: 'workspace', label: settingsSections.workspace.label, content: <WorkspaceSettings /> },
];
/** These need the contract's extensions (`hasExtensions`). */
const administration = [
  { value: 'organization', label: settingsSections.organization.label, content: <OrganizationSection /> },
  { value: 'projects', label: settingsSections.projects.label, content: <ProjectsSection /> },
  { value: 'people', label: settingsSections.people.label, content: <PeopleSection /> },
];
const runs = { value: 'runs', label: settingsSections.runs.label, content: <RunsSection /> };
const tokens = { value: 'tokens', label: settingsSections.tokens.label, content: <TokensSection /> };
const updates = { value: 'updates', label: settingsSections.updates.label, content: <UpdatesSection /> };
const diagnostics = {
  value: 'diagnostics',
  label: settingsSections.diagnostics.label,
  content: <DiagnosticsSection />,
};

/** `commands` are all commands: a shortcut of one of them cannot become the global shortcut for quick add. */
export function SettingsView({ commands }: { commands: readonly Command[] }): ReactElement {
  const workspace = useWorkspace();
  const route = useRoute();
  // From this width on, the tabs are a column. The open card panel needs more.
  const minWidthPx = usePanelCardId() === null ? 960 : 1500;
  const isWide = useMediaQuery(`(min-width: ${minWidthPx}px)`);
  const tab = route.id ?? 'appearance';
  const tabs = [
    ...everywhere(commands),
    ...(workspace?.hasExtensions ? administration : []),
    runs,
    ...(workspace?.kind === 'local' ? [tokens] : []),
    updates,
    diagnostics,
  ];
  return (
    <PageLayout title="Settings" icon={<SettingsIcon size={16} aria-hidden />} widthPx={980}>
      <Tabs
        label="Settings"
        isVertical={isWide}
        value={tabs.some(({ value }) => value === tab) ? tab : 'appearance'}
        onChange={(value) => navigate({ view: 'settings', id: value, query: {} }, true)}
        tabs={tabs}
      />
    </PageLayout>
  );
}
