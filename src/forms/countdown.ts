/**
 * Calls `onTick` with the seconds left, at once and every second down to 0. Returns a stop
 * function.
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
