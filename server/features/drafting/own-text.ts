import type { StyleProfileService } from '../voice/style-profile.service.ts';

/** A text of the owner's, imported or approved. */
export type OwnText = Awaited<ReturnType<StyleProfileService['texts']>>[number];
