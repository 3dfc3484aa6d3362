/** 0:41, 12:30, 1:02:03 – as YouTube writes a place in a video. */
export function videoTime(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const stamp = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/;

/** Returns the seconds of a time such as 1:02:03; null for any other text. */
export function secondsOf(time: string): number | null {
  const found = stamp.exec(time);
  if (!found) return null;
  const [, hours = 0, minutes, seconds] = found;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
