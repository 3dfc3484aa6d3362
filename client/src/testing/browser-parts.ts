/** Stubs what jsdom lacks, as on a page without layout. */
class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

function mediaQuery(media: string): MediaQueryList {
  const list = new EventTarget() as MediaQueryList;
  return Object.assign(list, {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
}

export function installBrowserParts(): void {
  const missing: Record<string, unknown> = {
    ResizeObserver: StillObserver,
    IntersectionObserver: StillObserver,
    matchMedia: mediaQuery,
    scrollTo: () => undefined,
  };
  for (const [name, part] of Object.entries(missing)) {
    Object.defineProperty(window, name, { configurable: true, writable: true, value: part });
  }
  Object.assign(Element.prototype, {
    scrollIntoView: () => undefined,
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  });
  URL.createObjectURL ??= () => 'blob:test';
  URL.revokeObjectURL ??= () => undefined;
}
