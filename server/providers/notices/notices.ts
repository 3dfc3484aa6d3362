import type { ChannelFields, NoticeType, SendingChannel } from '#shared/contracts/notices.ts';

/** What is sent, the same at every try. */
export interface NoticeMessage {
  /** By which a receiver knows a repetition. */
  id: string;
  type: NoticeType;
  cause: string;
  at: Date;
  title: string;
  lines: readonly string[];
  /** The page where something can be done about it. */
  url: string;
  /** 1 to 5, as ntfy has it. */
  priority: number;
  /** An emoji's short code. */
  tag: string;
  /** What a program needs beside the words. */
  data: Readonly<Record<string, unknown>>;
}

/** `secrets`: at most one, or the former one too where a webhook's is replaced. */
type Target<C extends SendingChannel> = { channel: C; secrets: readonly string[] } & ChannelFields[C];
/** `isTls`: from the start, also on another port than 465; else STARTTLS where it is offered. */
export type EmailTarget = Target<'email'> & { isTls?: boolean };
export type NoticeTarget = EmailTarget | Target<'ntfy'> | Target<'webhook'>;

/** Never throws: `answer` is what came back, or why nothing did, in one line and without secrets. */
export type SendNotice = (
  target: NoticeTarget,
  message: NoticeMessage,
  options: { now: Date; signal: AbortSignal },
) => Promise<{ ok: boolean; answer: string }>;
