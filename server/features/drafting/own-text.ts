import type { PortraitService } from '../voice/portrait.service.ts';

/** A text of the owner's, imported or approved. */
export type OwnText = Awaited<ReturnType<PortraitService['texts']>>[number];
