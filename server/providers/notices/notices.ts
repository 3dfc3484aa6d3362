import type { NoticeAddresses, NoticeType, SendingChannel } from '#shared/contracts/notices.ts';

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
  /** From 1 to 5, and an emoji's short code. */
  ntfy: { priority: number; tag: string };
  /** What a program needs beside the words. */
  data: Readonly<Record<string, unknown>>;
}

export interface NoticeTarget extends NoticeAddresses {
  channel: SendingChannel;
  /** At most one, or the former one too where a webhook's is replaced. */
  secrets: readonly string[];
  /** From the start, also on another port than 465; else STARTTLS where it is offered. */
  isTls?: boolean;
}

/** The result of one attempt to send a notice. */
export interface SendAnswer {
  ok: boolean;
  answer: string | undefined;
  /** Set where a retry would be refused in the same way; the status is null where nothing was asked. */
  refusal?: { status: number | null } | null;
}

/**
 * Never throws. `answer` is what came back, or why nothing did, in one line and without secrets.
 * `isFinal` tells that a retry would be refused in the same way; `answer` then says what to fix.
 */
export type SendNotice = (
  target: NoticeTarget,
  message: NoticeMessage,
  options: { now: Date; signal: AbortSignal },
) => Promise<{ ok: boolean; answer: string; isFinal: boolean }>;
