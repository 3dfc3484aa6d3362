import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Store } from '../store/store.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';

/** The world with its birthday: kept over restarts, so that no video changes its age by one. */
export const createWorld = (store: Store, clock: Clock) => {
  const facts = store.table('world', z.number(), { durable: true });
  const begin = (): Catalogue => {
    const bornAt = facts.get('bornAt') ?? clock.now().getTime();
    facts.set('bornAt', bornAt);
    return createCatalogue(new Date(bornAt));
  };
  let catalogue = begin();

  return {
    catalogue: (): Catalogue => catalogue,
    /** To be called after the store was emptied. */
    bearAnew() {
      catalogue = begin();
    },
  };
};
