/** Column indexes; null if there is none. */
export interface TakeoutColumns {
  text: number;
  commentId: number | null;
  videoId: number | null;
  writtenAt: number | null;
  width: number;
}

type Column = 'text' | 'commentId' | 'videoId' | 'writtenAt';

/** In the languages Google localises the header to; the first match wins. */
const names: Record<Column, RegExp> = {
  text: /\b(text|texto|texte|testo|tekst|teks|metni|szöveg)|kommentartext|текст|テキスト|本文|文字|文本|텍스트|النص|טקסט/iu,
  writtenAt:
    /timestamp|zeitstempel|created|create time|marca de tiempo|fecha|horodatage|date|data|tijd|czas|saat|дата|время|タイムスタンプ|日時|時間戳|时间|타임스탬프/iu,
  videoId:
    /video[\s-]*(id|kennung)|(id|identifia\w+|identifica\w+|ид\w*)\b.*v[ií]d[eé]o|видео|動画\s*id|影片|视频|동영상/iu,
  commentId:
    /^(comment|kommentar|reactie|komentarz)\w*[\s-]*(id|kennung)|^(id|identifia\w+|identifica\w+)\b.*com|^コメント\s*id|^評論|^评论|^댓글\s*id|^идентификатор комментария/iu,
};

const parentOrChannel =
  /parent|übergeordnet|padre|principal|pai\b|bovenliggend|nadrzędn|родител|親|父|상위|channel|kanal|canal|チャンネル/iu;

const isCommentId = (value: string) => /^Ug[\w-]{14,}(\.[\w-]+)?$/.test(value);
const isVideoId = (value: string) => /^[\w-]{11}$/.test(value);
const isInstant = (value: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value);
const isChannelId = (value: string) => /^UC[\w-]{22}$/.test(value);

/** The patterns are slow on longer texts. */
export const longestName = 200;

export const isDataRow = (fields: readonly string[]) =>
  fields.some((value) => isCommentId(value) || isInstant(value) || isChannelId(value));

/** By name, else by the shape of the rows; null if none holds texts. */
export function takeoutColumns(
  header: readonly string[] | null,
  sample: readonly (readonly string[])[],
): TakeoutColumns | null {
  const width = header?.length ?? Math.max(0, ...sample.map((row) => row.length));
  const named = (column: Column) => (header ? nameAt(header, column) : null);
  const taken = new Set<number>();
  const place = (index: number | null) => {
    if (index !== null) taken.add(index);
    return index;
  };
  const shapedBy = (test: (value: string) => boolean) => shapeAt(sample, width, taken, test);
  const text = place(named('text'));
  const writtenAt = place(named('writtenAt') ?? shapedBy(isInstant));
  const commentId = place(named('commentId') ?? shapedBy(isCommentId));
  const videoId = place(named('videoId') ?? shapedBy(isVideoId));
  const texts = text ?? longestAt(sample, width, taken);
  return texts === null ? null : { text: texts, writtenAt, commentId, videoId, width };
}

function nameAt(header: readonly string[], column: Column): number | null {
  const index = header.findIndex(
    (name) => names[column].test(name.trim()) && (column === 'text' || !parentOrChannel.test(name)),
  );
  return index === -1 ? null : index;
}

function shapeAt(
  sample: readonly (readonly string[])[],
  width: number,
  taken: ReadonlySet<number>,
  test: (value: string) => boolean,
): number | null {
  for (let index = 0; index < width; index += 1) {
    const cells = sample.map((row) => row[index] ?? '').filter((cell) => cell !== '');
    if (!taken.has(index) && cells.length > 0 && cells.filter(test).length * 2 > cells.length) return index;
  }
  return null;
}

function longestAt(
  sample: readonly (readonly string[])[],
  width: number,
  taken: ReadonlySet<number>,
): number | null {
  let best: number | null = null;
  let most = 0;
  for (let index = 0; index < width; index += 1) {
    if (taken.has(index)) continue;
    const cells = sample
      .map((row) => row[index] ?? '')
      .filter((cell) => cell !== '' && !isCommentId(cell) && !isChannelId(cell) && !/^[\d.,]*$/.test(cell));
    const letters = cells.reduce((sum, cell) => sum + cell.length, 0);
    if (letters > most) [best, most] = [index, letters];
  }
  return best;
}
