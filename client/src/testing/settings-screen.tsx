import { screen } from '@testing-library/react';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { renderPage } from './render.tsx';

/** Opens this tab of the settings and waits until they have loaded. */
export async function openSettingsTab(tab: 'all' | 'general') {
  const page = renderPage(<SettingsPage />, `/settings?tab=${tab}`);
  await screen.findByRole('tablist', { name: 'Settings' });
  return page;
}
