/**
 * Recognizes files that users choose by mistake, by how they begin. The error message
 * then names the type of the file, instead of the file being read as meaningless text.
 */

interface OtherFile {
  /** How the file begins. For binary files, each byte is read as one character. */
  begin: string;
  /** The index of `begin` in the file; 0 if not given. */
  at?: number;
  /** A text that must also occur near the beginning. */
  holds?: string;
  /** Completes the sentence "This is …", and tells what to do. */
  name: string;
}

const zip = 'PK\u0003\u0004';
const copyText = 'Open it, select all, and copy its text.';
const exportSrt = 'Export the captions as .srt, or paste the transcript.';
const broadcast = `a subtitle file of broadcasters (.stl), which is not text. ${exportSrt}`;
const picture = 'a picture. Choose a text file instead.';
const recording = 'a sound or video file. Choose a text file instead.';
const archive = 'a compressed archive. Unpack it, and choose the file inside.';

/** The first match wins. */
const otherFiles: readonly OtherFile[] = [
  { begin: zip, holds: 'word/', name: `a Word document (.docx). ${copyText}` },
  {
    begin: zip,
    holds: 'xl/',
    name: 'an Excel workbook (.xlsx). Open it, and save it as “CSV UTF-8”.',
  },
  {
    begin: zip,
    holds: 'opendocument.spreadsheet',
    name: 'an OpenDocument spreadsheet (.ods). Open it, and save it as CSV.',
  },
  {
    begin: zip,
    holds: 'opendocument.text',
    name: `an OpenDocument text (.odt). ${copyText}`,
  },
  {
    begin: zip,
    holds: '.iwa',
    name: 'a document of Numbers or Pages. Open it, and export it as CSV or as plain text.',
  },
  { begin: zip, name: archive },
  { begin: '\u001f\u008b', name: archive },
  { begin: '7z\u00bc\u00af', name: archive },
  { begin: 'Rar!\u001a', name: archive },
  { begin: '%PDF-', name: `a PDF. ${copyText}` },
  { begin: '{\\rtf', name: `a rich text document (.rtf). ${copyText}` },
  {
    begin: '\u00d0\u00cf\u0011\u00e0',
    name: 'an Office document of an old kind (.doc, .xls). Open it, and save it as plain text or as CSV.',
  },
  { begin: 'STL25.01', at: 3, name: broadcast },
  { begin: 'STL30.01', at: 3, name: broadcast },
  {
    begin: 'Scenarist_SCC',
    name: `a Scenarist file (.scc), which holds captions as codes. ${exportSrt}`,
  },
  {
    begin: '# VobSub index file',
    name: `an index of subtitle pictures (.idx), which hold no text. ${exportSrt}`,
  },
  {
    begin: '\u0000\u0000\u0001\u00ba',
    name: `a file of subtitle pictures (.sub) or a video, which holds no text. ${exportSrt}`,
  },
  { begin: '\u0089PNG', name: picture },
  { begin: 'GIF89a', name: picture },
  { begin: 'GIF87a', name: picture },
  { begin: '\u00ff\u00d8\u00ff', name: picture },
  { begin: 'RIFF', holds: 'WEBP', name: picture },
  { begin: 'RIFF', holds: 'AVI ', name: recording },
  { begin: 'RIFF', holds: 'WAVE', name: recording },
  { begin: 'ftyp', at: 4, name: recording },
  { begin: '\u001aE\u00df\u00a3', name: recording },
  { begin: 'OggS\u0000', name: recording },
  { begin: 'fLaC\u0000', name: recording },
  { begin: 'ID3\u0003', name: recording },
  { begin: 'ID3\u0004', name: recording },
  { begin: '\u00ff\u00fb', name: recording },
];

/**
 * In characters. An archive lists most of its files further back, but the first ones
 * within this length.
 */
const mostRead = 5000;

/**
 * Returns the end of the sentence "This is …" for a file that is not readable text, or
 * null.
 */
export function nameOfOtherFile(text: string): string | null {
  const start = text.slice(0, mostRead);
  const found = otherFiles.find(
    ({ begin, at = 0, holds = '' }) =>
      start.startsWith(begin, at) && start.includes(holds),
  );
  return found?.name ?? null;
}

export function nameOfOtherBytes(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, mostRead);
  return nameOfOtherFile(Buffer.from(start).toString('latin1'));
}
