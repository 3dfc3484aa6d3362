import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { userSettingsQuery } from '../api/settings.ts';
import { standInWith } from '../lib/stand-in-zone.ts';
import { viewersZone } from '../lib/time-zone.ts';

/**
 * Shows the page in the server's time zone if the browser's is unknown, and says so (rule
 * 5.10).
 */
export function InServersZone({
  waiting,
  children,
}: {
  waiting: ReactNode;
  children: ReactNode;
}) {
  const settings = useQuery(userSettingsQuery);
  if (settings.isPending) return waiting;
  standInWith(settings.data?.timeZone ?? null);
  const zone = viewersZone();
  return (
    <>
      <p role="note" className="px-(--gutter) py-1.5 text-sm text-muted">
        This browser does not say its time zone. All times here are those of {zone}, the
        server’s.
      </p>
      <Fragment key={zone}>{children}</Fragment>
    </>
  );
}
