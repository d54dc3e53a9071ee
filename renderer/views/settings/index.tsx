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
import { BackupsSection } from './Backups.tsx';
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

const sectionOf = (value: keyof typeof settingsSections, content: ReactElement) => ({
  value,
  label: settingsSections[value].label,
  content,
});

const everywhere = (commands: readonly Command[]) => [
  sectionOf('appearance', <AppearanceSection />),
  sectionOf('notifications', <NotificationsSection />),
  sectionOf('desktop', <DesktopSection commands={commands} />),
  sectionOf('network', <NetworkSection />),
  sectionOf('workspace', <WorkspaceSettings />),
  sectionOf('backups', <BackupsSection />),
];
/** These need the contract's extensions (`hasExtensions`). */
const administration = [
  sectionOf('organization', <OrganizationSection />),
  sectionOf('projects', <ProjectsSection />),
  sectionOf('people', <PeopleSection />),
];
const runs = sectionOf('runs', <RunsSection />);
const tokens = sectionOf('tokens', <TokensSection />);
const updates = sectionOf('updates', <UpdatesSection />);
const diagnostics = sectionOf('diagnostics', <DiagnosticsSection />);

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
