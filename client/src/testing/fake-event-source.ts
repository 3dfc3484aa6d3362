import { vi } from 'vitest';

/** A stream of server-sent events that the test writes. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  connect(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** A browser gives up when the server refuses. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }

  refresh(...resources: string[]): void {
    this.tell({ resources });
  }

  changed(changed: { comments?: number[]; videos?: number[] }): void {
    this.tell(changed);
  }

  private tell(data: object): void {
    const all = { resources: [], comments: [], videos: [], ...data };
    this.dispatchEvent(new MessageEvent('refresh', { data: JSON.stringify(all) }));
  }
}

/** Replaces the browser's EventSource; `opened` lists the streams, newest last. */
export function installFakeEventSource(): typeof FakeEventSource {
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  return FakeEventSource;
}
