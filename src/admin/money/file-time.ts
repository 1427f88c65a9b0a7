/** Returns a time in UTC as spreadsheets read it: `2026-11-21 10:00:00`. */
export function fileTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ')
}
