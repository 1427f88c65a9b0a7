/**
 * Tells the whole seconds left, at once and then each second down to 0. Ends early when the
 * function it gives is called.
 */
export function countDown(seconds: number, tell: (left: number) => void): () => void {
  let left = seconds
  tell(left)
  const timer = setInterval(() => {
    left -= 1
    tell(Math.max(left, 0))
    if (left <= 0) clearInterval(timer)
  }, 1000)
  return () => clearInterval(timer)
}
