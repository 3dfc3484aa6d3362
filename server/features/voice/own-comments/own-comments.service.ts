import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  namedProblems,
  type OwnCommentSource,
  type OwnCommentsImport,
} from '#shared/contracts/own-comments.ts';
import type { PageQuery } from '#shared/contracts/primitives.ts';
import { comparableText } from '#shared/rules/comment-text.ts';
import type { Clock } from '../../../core/clock.ts';
import { notFound } from '../../../core/errors.ts';
import type { Events } from '../../../core/events.ts';
import type { OwnComment } from '../../../providers/language-model/language-model.ts';
import type { VoiceRepository } from '../profiles/voice.repository.ts';
import type { NewOwnComment, OwnCommentRow, OwnCommentsRepository } from './own-comments.repository.ts';
import { pastedComments } from './pasted.rules.ts';
import type { TakeoutRow } from './takeout.rules.ts';
import { chooseWrittenBefore } from './written-before.rules.ts';

interface Deps {
  repository: OwnCommentsRepository;
  profiles: Pick<VoiceRepository, 'profile'>;
  clock: Clock;
  events: Events;
}

const slice = 50;

/** Methods throw 404. */
export function createOwnCommentsService({ repository, profiles, clock, events }: Deps) {
  async function known(profileId: number): Promise<void> {
    if (!(await profiles.profile(profileId))) throw notFound('This voice profile');
  }

  async function bring(
    profileId: number,
    rows: Iterable<TakeoutRow>,
    source: OwnCommentSource,
  ): Promise<OwnCommentsImport> {
    await known(profileId);
    const now = clock.now();
    const seen = new Set<string>();
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
        const contentKey = createHash('sha256').update(comparableText(row.comment.content)).digest('hex');
        if (seen.has(contentKey)) result.duplicates += 1;
        else waiting.push({ ...row.comment, profileId, contentKey, source, createdAt: now });
        seen.add(contentKey);
      }
      if (read % slice === 0) await store();
    }
    await store();
    if (result.imported > 0) events.changed('voice-profiles');
    return { ...result, total: await repository.count(profileId) };
  }

  return {
    paste: (profileId: number, text: string): Promise<OwnCommentsImport> =>
      bring(
        profileId,
        pastedComments(text).map((comment) => ({ comment })),
        'pasted',
      ),

    async importTakeout(profileId: number, file: string): Promise<OwnCommentsImport> {
      // Loaded on first use, to keep the start short.
      const { takeoutRows } = await import('./takeout.rules.ts');
      return bring(profileId, takeoutRows(file), 'takeout');
    },

    async list(profileId: number, page: PageQuery): Promise<{ total: number; rows: OwnCommentRow[] }> {
      await known(profileId);
      return { total: await repository.count(profileId), rows: await repository.list(profileId, page) };
    },

    /** Returns what the person wrote under other videos that touches a subject, the nearest first. */
    async writtenBefore(exceptVideoId: number, subject: string): Promise<OwnComment[]> {
      return chooseWrittenBefore(await repository.writtenBefore(exceptVideoId), subject);
    },

    async remove(id: number): Promise<void> {
      if (!(await repository.remove(id))) throw notFound('This comment');
      events.changed('voice-profiles');
    },

    async removeAll(profileId: number): Promise<void> {
      await known(profileId);
      await repository.removeAll(profileId);
      events.changed('voice-profiles');
    },
  };
}

export type OwnCommentsService = ReturnType<typeof createOwnCommentsService>;
