import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { userSettingsQuery } from '../api/settings.ts';
import { standInWith } from '../lib/stand-in-zone.ts';
import { viewersZone } from '../lib/time-zone.ts';

/** For a browser whose time zone is unknown: shows the page in the server's, and says so. */
export function InServersZone({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const settings = useQuery(userSettingsQuery);
  if (settings.isPending) return waiting;
  standInWith(settings.data?.timeZone ?? null);
  const zone = viewersZone();
  return (
    <>
      <p role="note" className="px-(--gutter) py-1.5 text-sm text-muted">
        This browser does not say its time zone. All times here are those of {zone}, the server’s.
      </p>
      <Fragment key={zone}>{children}</Fragment>
    </>
  );
}
