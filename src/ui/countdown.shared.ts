/**
 * Calls `onTick` with the seconds left, at once and every second down to 0. Returns a function that
 * stops the countdown.
 */
export function countDown(seconds: number, onTick: (left: number) => void): () => void {
  let left = seconds
  onTick(left)
  const timer = setInterval(() => {
    left -= 1
    onTick(Math.max(left, 0))
    if (left <= 0) clearInterval(timer)
  }, 1000)
  return () => clearInterval(timer)
}
