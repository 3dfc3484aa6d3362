/** Three chime bars in a speech bubble. public/icon.svg draws the same. */
export function Sign({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <path
        d="M7.5 2.5h9a5 5 0 0 1 5 5v6a5 5 0 0 1-5 5H11L5.6 22c-.5.4-1.1 0-1.1-.6v-3.5a5 5 0 0 1-2-4V7.5a5 5 0 0 1 5-5Z"
        className="fill-ink"
      />
      <g strokeWidth="2.2" strokeLinecap="round" fill="none">
        <path d="M7.4 6.4v3M16.6 6.4v5.4" className="stroke-on-ink" />
        <path d="M12 6.4v8" className="stroke-mark" />
      </g>
    </svg>
  );
}
