import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mostMarkedExamples } from '#shared/contracts/drafts.ts';
import {
  namedProblems,
  type OwnCommentPage,
  type OwnCommentSource,
  type OwnCommentsImport,
  type StyleProfile,
} from '#shared/contracts/voice.ts';
import { comparableText } from '#shared/rules/comment-text.ts';
import { notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type {
  NewOwnComment,
  OwnCommentRow,
  OwnCommentsRepository,
} from './own-comments.repository.ts';
import {
  chooseWrittenBefore,
  type OwnComment,
  type OwnText,
  pastedComments,
} from './own-comments.rules.ts';
import type { VoiceRepository } from './profiles.repository.ts';
import { type CutText, cutText, styleProfileOf } from './style-profile.rules.ts';
import { requireProfile } from './style-rules.service.ts';
import type { TakeoutRow } from './takeout.rules.ts';

interface Deps extends ClockAndEvents {
  repository: OwnCommentsRepository;
  profiles: Pick<VoiceRepository, 'profile'>;
}

const storedAtOnce = 50;
const mostTexts = 1000;
const cutAtOnce = 25;

/** Most methods throw 404 for an unknown profile or comment. */
export function createOwnCommentsService({ repository, profiles, clock, events }: Deps) {
  async function bring(
    profileId: number,
    rows: Iterable<TakeoutRow>,
    source: OwnCommentSource,
  ): Promise<OwnCommentsImport> {
    await requireProfile(profiles, profileId);
    const now = clock.now();
    const result = {
      imported: 0,
      duplicates: 0,
      unreadable: 0,
      problems: [] as OwnCommentsImport['problems'],
    };
    let waiting: NewOwnComment[] = [];
    let read = 0;

    async function store(): Promise<void> {
      const inserted = waiting.length === 0 ? 0 : await repository.insert(waiting);
      result.imported += inserted;
      result.duplicates += waiting.length - inserted;
      waiting = [];
      await nextTurn();
    }

    for (const row of rows) {
      read += 1;
      if ('problem' in row) {
        result.unreadable += 1;
        if (result.problems.length < namedProblems) result.problems.push(row.problem);
      } else {
        const contentKey = createHash('sha256')
          .update(comparableText(row.comment.content))
          .digest('hex');
        waiting.push({ ...row.comment, profileId, contentKey, source, createdAt: now });
      }
      if (read % storedAtOnce === 0) await store();
    }
    await store();
    if (result.imported > 0) events.changed('voice-profiles');
    return { ...result, total: await repository.count(profileId) };
  }

  async function texts(profileId: number): Promise<OwnText[]> {
    const imported = await repository.ownTexts(profileId, mostTexts);
    const all = [...imported, ...(await repository.rewrittenTexts(profileId, mostTexts))];
    return all.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, mostTexts);
  }

  return {
    paste: async (profileId: number, text: string): Promise<OwnCommentsImport> =>
      bring(profileId, pastedComments(text), 'pasted'),

    async importTakeout(profileId: number, file: string): Promise<OwnCommentsImport> {
      // Loaded on first use, to keep the app's start short.
      const { takeoutRows } = await import('./takeout.rules.ts');
      return bring(profileId, takeoutRows(file), 'takeout');
    },

    async list(
      profileId: number,
      page: OwnCommentPage,
    ): Promise<{ total: number; comments: OwnCommentRow[] }> {
      await requireProfile(profiles, profileId);
      return {
        total: await repository.count(profileId),
        comments: await repository.list(profileId, page),
      };
    },

    /**
     * Returns comments on a subject that were written with a profile under other videos,
     * the best match first.
     */
    async writtenBefore(
      profileId: number | null,
      exceptVideoId: number,
      subject: string,
    ): Promise<OwnComment[]> {
      return chooseWrittenBefore(
        await repository.writtenBefore(profileId, exceptVideoId),
        subject,
      );
    },

    async remove(id: number): Promise<void> {
      if (!(await repository.remove(id))) throw notFound('This comment');
      events.changed('voice-profiles');
    },

    async removeAll(profileId: number): Promise<void> {
      await requireProfile(profiles, profileId);
      await repository.removeAll(profileId);
      events.changed('voice-profiles');
    },

    texts,

    markedTexts: (profileId: number | null): Promise<readonly OwnText[]> =>
      repository.markedTexts(profileId, mostMarkedExamples),

    async styleProfile(profileId: number): Promise<StyleProfile> {
      await requireProfile(profiles, profileId);
      const cut: CutText[] = [];
      for (const [index, { content }] of (await texts(profileId)).entries()) {
        const text = cutText(content);
        if (text) cut.push(text);
        if (index % cutAtOnce === cutAtOnce - 1) await nextTurn();
      }
      return styleProfileOf(cut);
    },
  };
}

export type OwnCommentsService = ReturnType<typeof createOwnCommentsService>;
