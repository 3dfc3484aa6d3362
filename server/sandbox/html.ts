const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML and XML, as Google does in search results (`'` becomes `&#39;`). */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (found) => entities[found] ?? found);

const STYLE = `
:root{color-scheme:light dark;--ink:#1b2026;--muted:#5a6470;--line:#d5dae0;--ground:#f5f6f8;--panel:#fff;--accent:#1a5fb4}
@media (prefers-color-scheme:dark){:root{--ink:#e7eaee;--muted:#a3acb7;--line:#363d46;--ground:#14171b;--panel:#1c2026;--accent:#86b6f0}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem}
main.narrow{max-width:30rem;padding:.5rem}
main.narrow .panel{padding:.75rem 1rem}
main.narrow p{margin-bottom:.5rem}
main.narrow fieldset{margin-bottom:.5rem}
main.narrow label.choice{padding:.3rem .6rem;margin-bottom:.35rem;font-size:.875rem;line-height:1.35}
main.narrow .row{position:sticky;bottom:0;background:var(--panel);padding:.5rem 0 0}
h1{font-size:1.25rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1rem;margin:2rem 0 .5rem}
p{margin:.25rem 0 1rem}
.muted{color:var(--muted);font-size:.8125rem}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:1.25rem}
fieldset{border:0;margin:0 0 1rem;padding:0}
legend{font-weight:600;padding:0;margin-bottom:.5rem}
label.choice{display:flex;gap:.75rem;align-items:center;padding:.6rem .75rem;border:1px solid var(--line);border-radius:6px;margin-bottom:.5rem;cursor:pointer}
label.choice:has(:checked){border-color:var(--accent)}
label.choice img{width:36px;height:36px;border-radius:50%}
.row{display:flex;gap:.5rem;justify-content:flex-end;flex-wrap:wrap}
button,select,input[type=text],input[type=number]{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.4rem .8rem;max-width:100%}
button{cursor:pointer}
button.primary{background:var(--ink);color:var(--panel);border-color:var(--ink)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-top:1px solid var(--line)}
th{font-weight:600}
meter{width:8rem}
code{font-size:.85em;overflow-wrap:anywhere}
.label{display:inline-block;border:1px solid var(--line);border-radius:6px;padding:0 .4rem;font-size:.75rem;color:var(--muted)}
`;

/** A whole page in the sandbox's own plain dress. `body` must already be escaped where it needs to be. */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
