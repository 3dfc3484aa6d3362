import { useQuery } from '@tanstack/react-query';
import { CalendarRange } from 'lucide-react';
import { authUserQuery } from '../api/auth.ts';
import { sandboxStateQuery, useLoadSample } from '../api/sandbox.ts';
import { Button } from './ui/button.tsx';

interface SampleOfferProps {
  /** For pages with content of their own: in the title row, on a phone at the end, since the row would wrap there. */
  place?: 'title' | 'end';
}

const PLACES = { title: 'max-sm:hidden', end: 'self-start sm:hidden' };

/** Offers a month of sample data where there is nothing of the owner's own yet; only in the sandbox. */
export function SampleOffer({ place }: SampleOfferProps) {
  const isSandbox = useQuery(authUserQuery).data?.sandbox.google === true;
  const state = useQuery({ ...sandboxStateQuery, enabled: isSandbox });
  const load = useLoadSample();
  if (!isSandbox || !state.data?.canLoadSample) return null;
  // The page starts anew after the answer; until then a second press must not ask again.
  const isLoading = load.isPending || load.isSuccess;
  return (
    <Button
      className={place && PLACES[place]}
      aria-disabled={isLoading}
      onClick={() => !isLoading && load.mutate()}
    >
      <CalendarRange aria-hidden />
      {isLoading ? 'Loading a month…' : 'Look around with a month of sample data'}
    </Button>
  );
}
