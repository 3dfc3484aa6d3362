import type { NoticeMessage } from '../../providers/notices/notices.ts';
import { type Named, wordsOf } from './notice-kinds.rules.ts';
import type { NoticesRepository } from './notices.repository.ts';
import type { NoticeRow } from './notices.rules.ts';

interface Deps {
  repository: Pick<NoticesRepository, 'settings' | 'subjects'>;
  publicUrl: string;
}

const day = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const instantInWords = { ...day, hour: 'numeric', minute: '2-digit' } as const;

/**
 * Returns a function that composes the messages of notices with the current names and
 * words.
 */
export function createNoticeComposer({ repository, publicUrl }: Deps) {
  return async function compose(rows: readonly NoticeRow[]) {
    const { withWords, timeZone } = await repository.settings();
    const subjectsOf = await repository.subjects(
      rows.flatMap(({ data }) => data.subjects ?? []),
    );
    const { format } = new Intl.DateTimeFormat('en-US', { ...instantInWords, timeZone });
    return rows.map((row) => {
      const { subjects, ...data } = row.data;
      const about = subjectsOf(row.type)
        .filter(({ id }) => subjects?.includes(id))
        .map(({ commentId, videoTitle, visibility, words }): Named => {
          const named = { commentId, videoTitle, visibility };
          return withWords && words ? { ...named, words } : named;
        });
      const { path, title, lines, ntfy } = wordsOf(row, about, (at) =>
        format(new Date(at)),
      );
      const message: NoticeMessage = {
        id: row.webhookId,
        type: row.type,
        cause: row.cause,
        at: data.isReminder ? row.tellAt : row.openedAt,
        title,
        lines,
        url: `${publicUrl}${path}`,
        ntfy,
        data: about.length === 0 ? data : { ...data, about: about.map(asSent) },
      };
      return { row, path, message };
    });
  };
}

export type ComposeNotices = ReturnType<typeof createNoticeComposer>;

/** Receivers only learn whether the comment is hidden from everybody but its author. */
const asSent = ({ visibility, ...named }: Named) => ({
  ...named,
  onlyOwnerSees: visibility === 'only_you',
});
